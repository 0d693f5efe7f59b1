extension MergeCheck {
  /// The whole body of a merge: the lines are what they were in a text of either side, and no task is gone that no side
  /// removed.
  struct Whole {
    /// Lines of the result that are said to stand in ours or theirs, which is looked at.
    struct Origin {
      var isOurs: Bool
      /// The first line there, and in the result.
      var start: (side: Int, result: Int)
      var count: Int
    }

    let bodies: ThreeSides<MergeBody>
    let result: MergeBody
    /// Lines that are not settled; in the result, those that stand for them.
    let open: ThreeSides<Set<Int>>
    let openInResult: Set<Int>
    /// Lines that are in none of them are looked for.
    var origins: [Origin] = []

    var isRight: Bool { linesAreWhatTheyWere && tasksAreThere }

    private var linesAreWhatTheyWere: Bool {
      let numbers = unknownLines
      guard !numbers.isEmpty else { return true }
      let unknown = Set(numbers.map { text($0, result) })
      let lengths = Set(unknown.map(\.count))
      var kinds: [ArraySlice<UInt8>: UInt32] = [:]
      for body in [bodies.ours, bodies.theirs] {
        for number in body.text.lines.indices {
          let line = text(number, body)
          if lengths.contains(line.count), unknown.contains(line) { kinds[line, default: 0] |= kind(number, body) }
        }
      }
      // What is made of both sides.
      let made = [MarkdownDocument.Line.Kind.task, .bullet, .ordered, .paragraph, .quote].reduce(UInt32(0)) {
        $0 | 1 << UInt32($1.rawValue)
      }
      return numbers.allSatisfy { number in
        let line = text(number, result)
        return line.isEmpty || kind(number, result) & (kinds[line] ?? made) != 0
      }
    }

    /// Lines of the result that are not what stands where they come from, or come from nowhere.
    private var unknownLines: [Int] {
      var unknown: [Int] = []
      var next = 0
      for origin in origins {
        unknown += next..<origin.start.result
        let body = origin.isOurs ? bodies.ours : bodies.theirs
        for offset in 0..<origin.count {
          let (number, other) = (origin.start.result + offset, origin.start.side + offset)
          let isSame =
            kind(number, result) == kind(other, body)
            && (line(number, result) == line(other, body) || text(number, result) == text(other, body))
          if !isSame { unknown.append(number) }
        }
        next = origin.start.result + origin.count
      }
      return unknown + (next..<result.text.lines.count)
    }

    private func line(_ number: Int, _ body: MergeBody) -> ComparedBytes {
      ComparedBytes(bytes: body.text.bytes[body.text.lines[number]])
    }

    private func text(_ number: Int, _ body: MergeBody) -> ArraySlice<UInt8> {
      MergeCheck.withoutBlanks(line(number, body).bytes)
    }

    /// One bit for each kind of line; front matter has one too.
    private func kind(_ number: Int, _ body: MergeBody) -> UInt32 {
      1 << (body.line(number).map { UInt32($0.kind.rawValue) } ?? 31)
    }

    private var tasksAreThere: Bool {
      var texts: [ComparedBytes: SIMD4<Int>] = [:]
      for (index, side) in [
        (bodies.base, open.base), (bodies.ours, open.ours), (bodies.theirs, open.theirs), (result, openInResult),
      ].enumerated() {
        for task in side.0.tasks where !side.1.contains(task.line) {
          texts[ComparedBytes(bytes: side.0.text.bytes[task.text]), default: .zero][index] += 1
        }
      }
      // A text that stands everywhere as often is no matter.
      var counts: [String: SIMD4<Int>] = [:]
      for (text, count) in texts where count != SIMD4(repeating: count[0]) {
        let description = text.bytes.withUnsafeBufferPointer { TaskTextParser().parse($0).description }
        counts[description, default: .zero] &+= count
      }
      return counts.values.allSatisfy { count in
        count[3] >= MergeCheck.range(base: count[0], ours: count[1], theirs: count[2]).lowerBound
      }
    }
  }
}
