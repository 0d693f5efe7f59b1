import VaultCore
import VaultInterface

/// Names, figures and remarks in three columns.
package struct FigureTable {
  private struct Row {
    var name: String
    var figure: String
    var remark: String
    var isNumber: Bool
    var isSection = false
  }

  private var rows: [Row] = []

  package init() {}

  package mutating func row(_ name: String, _ figure: Int, _ remark: String = "") {
    rows.append(Row(name: name, figure: GroupedNumber.text(figure), remark: remark, isNumber: true))
  }

  package mutating func row(_ name: String, text: String, _ remark: String = "") {
    if !text.isEmpty { rows.append(Row(name: name, figure: text, remark: remark, isNumber: false)) }
  }

  package mutating func section(_ title: String) {
    rows.append(Row(name: title, figure: "", remark: "", isNumber: false, isSection: true))
  }

  /// Figures are aligned at their ends, texts at their beginning.
  package func print(to printer: Printer) throws {
    let names = rows.map { DisplayWidth.of($0.name) }.max() ?? 0
    let figures = rows.filter(\.isNumber).map { $0.figure.utf8.count }.max() ?? 0
    for row in rows {
      if row.isSection {
        try printer.line()
        try printer.line(row.name, printer.theme[.heading])
        continue
      }
      var line = StyledText(row.name, printer.theme[.muted]).padded(to: names + 2)
      line.append(StyledText(row.figure).padded(to: row.isNumber ? figures : 0, leading: true))
      if !row.remark.isEmpty { line.append("   " + row.remark, printer.theme[.muted]) }
      try printer.line(printer.fitted(line))
    }
  }
}
