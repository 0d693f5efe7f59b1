import VaultCore

extension ChangePlan {
  /// As it will be after the changes planned so far, at its place before the moves; without tasks and words.
  func note(_ path: NotePath) throws -> Note {
    NoteParser(options: reader.parsingOptions).structure(of: try text(path), path: path)
  }

  /// The same with its tasks.
  func taskNote(_ path: NotePath) throws -> TaskNote {
    TaskNote(try text(path), path: path, options: reader.parsingOptions)
  }

  /// An empty note where there is none of that name.
  func makeIfMissing(_ path: NotePath) throws {
    if try exists(path) { return }
    try create(path, [])
    record(ChangeRecord(.created, path))
  }

  /// Makes changes of a note's front matter. The result says whether anything changes; errors name the note.
  @discardableResult
  func changeFrontMatter(
    _ path: NotePath, _ changes: [FrontMatterChange], removingEmptyBlock: Bool = false
  ) throws -> Bool {
    do {
      let bytes = try text(path)
      // A block that no program sees must not get another before it.
      if LineEnding(of: bytes) == .cr, bytes.starts(with: "---\r".utf8) {
        throw ChangeError(
          path,
          .refused("its lines end with CR alone, where no front matter is seen; save it with other line endings first"))
      }
      if let edits = try FrontMatterEditor.edits(changes, in: bytes, removingEmptyBlock: removingEmptyBlock) {
        return try apply(edits, to: path)
      }
      return try replace(
        path, with: FrontMatterEditor.applying(changes, to: bytes, removingEmptyBlock: removingEmptyBlock))
    } catch let error as FrontMatterEditError {
      throw ChangeError(path, .refused(error.message))
    }
  }

  /// Applies what an editor of text made, whose error gets the note's path in front.
  @discardableResult
  func edit(_ path: NotePath, _ make: ([UInt8]) throws -> [TextEdit]) throws -> Bool {
    let text = try text(path)
    do {
      return try apply(make(text), to: path)
    } catch SectionInsertionError.heading(let problem) {
      throw HeadingNameError(note: path, problem: problem, makesHeading: problem.leavesRoom)
    } catch let error where !(error is ChangeError || error is OutdatedLineError) {
      throw ChangeError(path, .refused("\(error)"))
    }
  }

  /// Calls `body` with each of the notes, parsed on all cores, in their order. As `ChangePlan.note`. What is wrong with a
  /// note, there or in `body`, is given to `refused`, and the others go on.
  func forEachNote(
    _ paths: [NotePath], refused: (ChangeError) throws -> Void,
    _ body: (NotePath, Note) throws -> Void
  ) throws {
    try reader.pipeline.run(
      paths.map { NoteJob(path: $0) },
      transform: { read, parser -> (path: NotePath, bytes: [UInt8], note: Note?) in
        guard case .bytes(let bytes) = read.content else { return (read.job.path, [], nil) }
        return (read.job.path, bytes, parser.structure(of: bytes, path: read.job.path))
      },
      take: { read in
        do {
          if let note = read.note, try text(read.path) == read.bytes { return try body(read.path, note) }
          try body(read.path, note(read.path))
        } catch let error as ChangeError {
          try refused(error)
        }
      })
  }
}
