import Yams

extension FrontMatterEdit {
  /// Reads the result again.
  func check(_ change: FrontMatterChange) throws(FrontMatterEditError) {
    let key = change.key
    let line = try layout.index(of: key).map { layout.entries[$0].line } ?? 1
    let harm = FrontMatterEditError.wouldHarm(key: key, line: line)
    let failure = change.writtenKey.map { FrontMatterEditError.unwritable(key: $0) } ?? harm
    let result: [UInt8]
    let after: FrontMatterLayout
    do {
      result = try edits.applied(to: layout.bytes)
    } catch {
      throw harm
    }
    do {
      after = try FrontMatterLayout(result)
    } catch .unreadable(let problem) where Self.limits.contains(problem.code) {
      throw .overLimit(key: key, problem)
    } catch {
      throw failure
    }
    guard hasSameBody(after), after.entries.count == expected.count else { throw failure }
    for (expectation, entry) in zip(expected, after.entries) {
      switch expectation {
      case .kept(let index, let name):
        let old = layout.entries[index]
        guard (name ?? old.key).utf8.elementsEqual(entry.key.utf8) else { throw name == nil ? harm : failure }
        guard old.node.isWritten(like: entry.node), old.value.isWritten(like: entry.value) else { throw harm }
      case .value(let name, let value):
        guard name.utf8.elementsEqual(entry.key.utf8), value.isWritten(like: entry.value) else {
          throw .unwritable(key: name)
        }
      }
    }
  }

  private static let limits: [Diagnostic.Code] = [
    "front-matter-too-large", "front-matter-too-deep", "front-matter-too-many-values",
  ]

  private func hasSameBody(_ after: FrontMatterLayout) -> Bool {
    let (old, new) = (layout.fence.range, after.fence.range)
    guard (after.fence.format == .none) == removesBlock, old.lowerBound == new.lowerBound else { return false }
    return after.bytes[new.upperBound...].elementsEqual(layout.bytes[old.upperBound...])
  }
}

extension FrontMatterChange {
  /// The key that stands there after the change; nil where nothing new is written.
  fileprivate var writtenKey: String? {
    switch self {
    case .unset, .remove: nil
    case .rename(_, let new): new
    case .set, .append, .replace: key
    }
  }
}

extension PropertyValue {
  /// The same type and the same bytes, which `==` does not ask of texts; places do not count.
  func isWritten(like other: PropertyValue) -> Bool {
    switch (self, other) {
    case (.null, .null): true
    case (.text(let a), .text(let b)), (.dateTime(let a), .dateTime(let b)), (.number(_, let a), .number(_, let b)):
      a.utf8.elementsEqual(b.utf8)
    case (.checkbox(let a), .checkbox(let b)): a == b
    case (.date(let a), .date(let b)): a == b
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.isWritten(like: $1) }
    case (.map(let a), .map(let b)):
      a.count == b.count
        && zip(a, b).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) && $0.value.isWritten(like: $1.value) }
    default: false
    }
  }
}

extension Node {
  /// The same texts, tags and kinds of quotes, all the way down.
  fileprivate func isWritten(like other: Node) -> Bool {
    switch (self, other) {
    case (.scalar(let a), .scalar(let b)):
      a.string.utf8.elementsEqual(b.string.utf8) && a.tag.rawValue == b.tag.rawValue && a.style == b.style
    case (.sequence(let a), .sequence(let b)):
      a.tag.rawValue == b.tag.rawValue && a.count == b.count
        && zip(a, b).allSatisfy { $0.isWritten(like: $1) }
    case (.mapping(let a), .mapping(let b)):
      a.tag.rawValue == b.tag.rawValue && a.count == b.count
        && zip(a, b).allSatisfy { $0.key.isWritten(like: $1.key) && $0.value.isWritten(like: $1.value) }
    default: false
    }
  }
}
