import Testing

@testable import VaultCore

@Suite struct QueryExplainedTests {
  @Test(arguments: [
    ("", "everything"),
    ("gc", "the word \"gc\" in title, aliases, headings, tags or body"),
    (
      "heap (tag:work OR -\"a b\") due:this-week sort:-due,priority limit:5",
      """
      all of:
        the word "heap", or one that begins so, in title, aliases, headings, tags or body
        any of:
          the tag #work or one below it
          not: the phrase "a b" in title, aliases, headings, tags or body
        task due from 2026-01-12 to 2026-01-18
      sorted by due, latest first, then by priority, highest first
      the first 5 only
      """
    ),
    (
      "-(title:x* no:due) #a/* updated:>=2026 created:today done:..2025",
      """
      all of:
        not:
          all of:
            a word beginning with "x" in the title
            task without a due date
        a tag below #a
        updated on or after 2026-01-01
        created on 2026-01-14
        task done on or before 2025-12-31
      """
    ),
    (
      "is:pinned is:overdue has:attachment priority:>low category:idea path:\"a\u{1B}b\"",
      """
      all of:
        note that is pinned
        task that is overdue
        with an attachment
        task of higher priority than low
        category "idea"
        "a b" anywhere in the path
      """
    ),
  ])
  func plainWords(text: String, explanation: String) throws {
    #expect(try queryParser.parse(text).explained() == explanation)
  }
}
