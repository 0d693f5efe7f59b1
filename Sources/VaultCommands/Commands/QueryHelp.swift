import VaultCore
import VaultInterface
import VaultTerminal

/// `vault help query`: the query language from its own tables.
enum QueryHelp {
  static func print(to printer: Printer) throws {
    try section("Words", QuerySyntax.all.map { ($0.form, $0.help, $0.example) }, printer)
    for (title, subjects) in [
      ("Notes and tasks", [QueryOperator.Subject.both]), ("Notes", [.notes]), ("Tasks", [.tasks]),
    ] {
      let rows = QueryOperator.all.filter { subjects.contains($0.subject) }
      try section(title, rows.map { ($0.spelling + $0.argument, $0.help, $0.example) }, printer)
    }
    for row in QueryOperator.all where !row.values.isEmpty {
      try values(row, printer)
    }
    try printer.line()
    try printer.block(notes)
  }

  private static func section(
    _ title: String, _ rows: [(form: String, help: String, example: String)], _ printer: Printer
  ) throws {
    try printer.line(title, printer.theme[.heading])
    let form = rows.map(\.form.count).max() ?? 0
    let help = rows.map(\.help.count).max() ?? 0
    let example = rows.map(\.example.count).max() ?? 0
    let fits = 6 + form + help + example <= printer.context.width ?? .max
    for row in rows {
      let example = StyledText(row.example, printer.theme[.muted])
      var line = StyledText("  ")
      line.append(StyledText(row.form, printer.theme[.accent]).padded(to: form + 2))
      line.append(fits ? StyledText(row.help).padded(to: help + 2) + example : StyledText(row.help))
      try printer.line(line)
      if !fits { try printer.line(StyledText(String(repeating: " ", count: form + 4)) + example) }
    }
    try printer.line()
  }

  private static func values(_ row: QueryOperator, _ printer: Printer) throws {
    var line = row.spelling
    for value in row.values {
      if line.count + 1 + value.count > 78 {
        try printer.line(line)
        line = String(repeating: " ", count: row.spelling.count)
      }
      line += " " + value
    }
    try printer.line(line)
  }

  private static let notes = """
    DATE: 2026-03-12, 2026-03, 2026, 2026-W11, 2026-Q1; today, yesterday, tomorrow,
    friday, this-week, last-month, next-quarter; -7d, +2w, -1m, +1y (that one day);
    ranges: 2026-01-01..2026-01-31, ..today; before and after: '<2026-03', '>=today'.

    (WORDS): words, "phrases", /expressions/, ~substrings, OR and -; one of them needs
    no parentheses. -line:x finds notes of which no line has x, line:(-x) those of
    which some line has not. In a search for notes, task operators side by side have
    to hold for the same task.

    Signs are left out of words and phrases ("ready!" finds ready), but of a text that
    is nothing but signs, quoted or all that is asked for, the signs themselves are
    looked for: '"->"'. A backslash before a slash wants quotes, too: '"\\/"'.

    Regular expressions are those of JavaScript without references (\\1), matched line
    by line in time that grows with the text alone. Of what matches at a place, the
    longest is shown. One that would still take too long is stopped with an error.
    A word that begins with a slash and would be taken for one is written \\/so/.

    `searches` in the configuration gives queries names, which start with @ in a
    query: vault config set searches '{reading: "tag:reading -is:pinned"}', then
    vault search @reading updated:this-month.

    The query is all the words of the command line, joined by blanks. To a shell,
    ' " > < # ~ ( ) ! * mean something: put such words in single quotes, as the
    examples do, or use a form without them (tag:work, NOT draft, 2026-01-01..,
    sub:ollect). A phrase needs quotes inside the shell's: '"garbage collection"'. A
    word that begins with - works without -- as long as it is no option of the command
    and has more than one letter: for a single one, or a number, write NOT n.

    """
}
