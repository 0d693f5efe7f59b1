import VaultCore
import VaultInterface

/// What a person sees of a note at a glance: pinned, its category, where it came from. Nothing in a pipe.
package enum NoteMarks {
  /// Narrower terminals show a category's icon without its name.
  private static let widthForNames = 100

  package static func text(of record: NoteRecord, _ printer: Printer, _ labels: NoteLabels) -> StyledText {
    var marks = StyledText()
    guard printer.context.outputIsTerminal else { return marks }
    func add(_ mark: String, _ style: Style = .plain) {
      if !marks.isEmpty { marks.append(" ") }
      marks.append(mark, style)
    }
    let unicode = printer.glyphs.unicode
    let theme = printer.theme
    if record.pinned { add(unicode ? "📌" : "*", theme[.accent]) }
    if let (icon, name) = labels.category(record.category) {
      let hasIcon = unicode && !icon.isEmpty
      if hasIcon { add(icon) }
      if !hasIcon || (printer.context.width ?? 0) >= widthForNames { add(name, theme[.category]) }
    }
    if unicode, let icon = labels.sourceIcon(record.source) { add(icon) }
    return marks
  }
}
