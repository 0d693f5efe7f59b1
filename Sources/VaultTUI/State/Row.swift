import VaultCore
import VaultTerminal

/// A row of a list: what it is, and what is shown of it.
package struct Row: Sendable, Hashable {
  /// Nil for a title above others, which cannot be selected.
  package var id: RowID?
  /// A sign before the title; of all rows the widest makes the column.
  package var sign = StyledText()
  package var title: StyledText
  /// What stands on the right, each in a column. The first one makes room first.
  package var trail: [StyledText] = []
  /// What stands below the title: where there is a line that matches, or the list is spaced.
  package var below = StyledText()
  /// True where `below` is shown in close lists, too.
  package var showsBelow = false
  /// How many others it stands below, in trees.
  package var depth = 0
  /// The note that it is about, and the line in it.
  package var note: NotePath?
  package var line: Int?
  package var isPinned = false
  /// True of what others put into the trash.
  package var isForeign = false
  /// Why a change cannot be undone; nil for all that can.
  package var whyNot: String?
  /// What it is called in a sentence.
  package var name: String

  package init(_ id: RowID?, _ title: StyledText, name: String? = nil) {
    (self.id, self.title) = (id, title)
    self.name = name ?? title.plain
  }
}
