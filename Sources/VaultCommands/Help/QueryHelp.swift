import VaultCore
import VaultStore

/// `vault help query`: the query language from its own tables.
enum QueryHelp {
  private static func share(_ share: Double) -> String { "\(Int((share * 100).rounded())) %" }

  static var page: HelpPage {
    var parts: [HelpPage.Part] = [
      .section("Words"),
      .rows(QuerySyntax.all.map { .init(term: $0.form, help: $0.help, example: $0.example) }),
    ]
    for (title, subject) in [("Notes and tasks", QueryOperator.Subject.both), ("Notes", .notes), ("Tasks", .tasks)] {
      let rows = QueryOperator.all.filter { $0.subject == subject }
      parts.append(.section(title))
      parts.append(.rows(rows.map { .init(term: $0.spelling + $0.argument, help: $0.help, example: $0.example) }))
    }
    parts.append(.section("What can stand behind them"))
    parts.append(
      .rows(
        QueryOperator.all.filter { !$0.values.isEmpty }.map {
          .init(term: $0.spelling, help: $0.values.joined(separator: " "))
        }))
    return HelpPage(parts: parts + [.text(notes)])
  }

  private static let notes = """
    Words are looked for in title, file name, aliases, headings, tags, the texts of
    properties, and the body. What a note is called counts most: the more of the query
    is in a name, and of the name in the query, the higher it comes.

    On a terminal, where fewer than \(SearchBreadth.pageLength) notes have all plain words of a query, those that
    have some of them come behind; with --any they are all in one order. At least \(share(SearchBreadth.leastShare))
    of the words' weight is needed: of N notes, n with the word, it weighs
    log(1 + (N - n + 1/2) / (n + 1/2)), and nothing where no note has it.
    Phrases and whatever else is asked for have to be met all the same. In a pipe, and
    for what is meant for programs (--lines, --paths, --json, --count, --quiet,
    --format), all words are needed but with --any.

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
    query:

      vault config set searches '{reading: "tag:reading -is:pinned"}'
      vault search @reading updated:this-month

    The query is all the words of the command line, joined by blanks. To a shell,
    ' " > < # ~ ( ) ! * mean something: put such words in single quotes, as the
    examples do, or use a form without them (tag:work, NOT draft, 2026-01-01..,
    sub:ollect). A phrase needs quotes inside the shell's: '"garbage collection"'. A
    word that begins with - works without -- as long as it is no option of the command
    and has more than one letter: for a single one, or a number, write NOT n.
    """
}
