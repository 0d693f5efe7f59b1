/// Edits of a note's front matter that change no byte but those of the key they name.
///
/// What is made is read again before it is handed out: the result must be the old front matter with just that change,
/// each other value with the same type, text, tag and quotes, and the same text below it. Else an error says why not.
package enum FrontMatterEditor {
  /// Edits for one note's bytes; empty when nothing is to change. With `removingEmptyBlock`, the block goes with its
  /// last key, unless a comment is left in it.
  package static func edits(
    _ change: FrontMatterChange, in bytes: [UInt8], removingEmptyBlock: Bool = false
  ) throws(FrontMatterEditError) -> [TextEdit] {
    let layout = try FrontMatterLayout(bytes)
    var edit = FrontMatterEdit(layout)
    try edit.make(change, removingEmptyBlock: removingEmptyBlock)
    guard !edit.edits.isEmpty else { return [] }
    try edit.check(change)
    return edit.edits
  }

  /// Edits for several changes, each made on the result of the one before; nil where one is about what another has put in.
  package static func edits(
    _ changes: [FrontMatterChange], in bytes: [UInt8], removingEmptyBlock: Bool = false
  ) throws(FrontMatterEditError) -> [TextEdit]? {
    var all: [TextEdit] = []
    var text = bytes
    for change in changes {
      let edits = try edits(change, in: text, removingEmptyBlock: removingEmptyBlock)
      guard let joined = all.followed(by: edits), let next = try? edits.applied(to: text) else { return nil }
      (all, text) = (joined, next)
    }
    return all
  }

  /// Several changes, each made on the result of the one before.
  package static func applying(
    _ changes: [FrontMatterChange], to bytes: [UInt8], removingEmptyBlock: Bool = false
  ) throws(FrontMatterEditError) -> [UInt8] {
    var result = bytes
    for change in changes {
      let edits = try edits(change, in: result, removingEmptyBlock: removingEmptyBlock)
      do {
        result = try edits.applied(to: result)
      } catch {
        throw .wouldHarm(key: change.key, line: 1)
      }
    }
    return result
  }

  /// A text as a value on one line: in quotes where it would else be read as something else.
  package static func written(_ text: String) -> String {
    YAMLScalarText.text(text, quoting: YAMLQuoting(quotes: .double), place: .block)
  }

  /// The text of a whole new block, fences included, in the order given. Empty lists are written as `[]`, other lists in
  /// brackets.
  package static func block(
    _ properties: [(key: String, value: PropertyValue)], lineEnding: [UInt8] = [0x0A]
  ) -> [UInt8] {
    let fence = Array("---".utf8) + lineEnding
    let style = FrontMatterStyle()
    return fence + properties.flatMap { style.lines($0.key, $0.value, column: 0, ending: lineEnding) } + fence
  }
}
