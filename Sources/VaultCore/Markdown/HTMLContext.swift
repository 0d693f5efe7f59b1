/// What a page knows beyond the text of a note: where links lead, and what stands for tasks and embeds. Whatever gives no answer
/// is shown as the text alone has it.
package struct HTMLContext {
  /// What an embed shows in its place.
  package enum Embed {
    /// The address of a picture.
    case picture(String)
    /// Blocks that were rendered before; only where the embed is a paragraph of its own, else it is a link.
    case blocks([UInt8])
  }

  /// Where a link leads.
  package struct Destination {
    /// Without an anchor.
    package var address: String
    /// True where there is no such file; the address is then where one can be made.
    package var isMissing: Bool

    package init(_ address: String, isMissing: Bool = false) { (self.address, self.isMissing) = (address, isMissing) }
  }

  /// Where a link to a file leads. `target` is written as in the note: that of a wikilink without its alias, of a Markdown
  /// link with its `#…`.
  package var destination: ((_ target: String, _ kind: Link.Kind) -> Destination?)?
  /// Asked for `![[target]]` and, with its address, for `![](address)`.
  package var embed: ((_ target: String) -> Embed?)?
  /// Markup for the box of a task on a line of the body, from 0.
  package var taskBox: ((_ line: Int) -> [UInt8]?)?

  /// A line of the body, from 0, that the page is to lead to, and what stands before the text that holds it.
  package var mark: (line: Int, html: [UInt8])?

  /// True to break lines inside of a paragraph where its text does, as Obsidian shows it.
  package var keepsLineBreaks = false

  /// True for a text that is a link as a whole, in which no other can be.
  var isInLink = false

  package init() {}

  init(wikilinks address: ((_ target: String) -> String?)?) {
    if let address {
      destination = { target, kind in kind == .wiki ? address(target).map { Destination($0) } : nil }
    }
  }
}
