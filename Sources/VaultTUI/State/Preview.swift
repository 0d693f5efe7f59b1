import VaultCore
import VaultTerminal

/// What the preview is about.
package enum PreviewSubject: Hashable, Sendable {
  case nothing
  case note(NotePath, line: Int?, heading: String?, raw: Bool)
  case task(handle: String)
  case folder(NotePath)
  case tag(String)
  case file(NotePath)
  case trash(id: String, path: NotePath)
  case change(Int)
  case setting(String)

  package var note: NotePath? { if case .note(let path, _, _, _) = self { path } else { nil } }
}

/// A line of the preview.
package struct PreviewLine: Hashable, Sendable {
  package var text: StyledText
  /// The note's line that it comes from; 0 where it comes from none.
  package var number = 0
  /// Where Enter leads from here.
  package var target: VaultURL?

  package init(_ text: StyledText, number: Int = 0, target: VaultURL? = nil) {
    (self.text, self.number, self.target) = (text, number, target)
  }
}

package struct PreviewContent: Hashable, Sendable {
  package var title = ""
  package var lines: [PreviewLine] = []
  /// The line to begin with, so that the first match or the place asked for is seen.
  package var focus = 0
  /// The headings, by the lines where they stand.
  package var outline: [(title: String, line: Int)] = []
  package var note: NotePath?
  package var isPinned = false
  /// The line of the file where an editor begins.
  package var fileLine: Int?

  package init() {}

  package static func == (a: Self, b: Self) -> Bool {
    a.title == b.title && a.lines == b.lines && a.focus == b.focus && a.note == b.note && a.isPinned == b.isPinned
      && a.fileLine == b.fileLine
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(title)
    hasher.combine(lines)
  }
}

package struct PreviewState: Hashable, Sendable {
  /// How far it is scrolled, and the line whose target is chosen.
  package struct View: Hashable, Sendable {
    var top: Int
    var chosen: Int?
  }

  /// What is asked for.
  package var subject = PreviewSubject.nothing
  /// What is shown; nil until it has been answered.
  package var content: PreviewContent?
  /// What `content` is about.
  package var shown = PreviewSubject.nothing
  /// The query whose matches are asked for, and those that are marked in `content`.
  var query = ""
  var shownQuery = ""
  package var top = 0
  /// The line whose target is chosen.
  package var chosen: Int?
  package var problem: String?
  /// How it was when one left what is asked for, and is to be once it is there again.
  var comesBack: View?

  package init() {}

  package var view: View {
    get { View(top: top, chosen: chosen) }
    set { (top, chosen) = (newValue.top, newValue.chosen) }
  }

  /// The places of lines that lead somewhere.
  package var targets: [Int] {
    content.map { content in content.lines.indices.filter { content.lines[$0].target != nil } } ?? []
  }
}
