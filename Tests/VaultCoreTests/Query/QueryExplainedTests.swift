import Testing

@testable import VaultCore

@Suite struct QueryExplainedTests {
  @Test(arguments: [
    ("", "everything"),
    ("gc", "the word \"gc\" in names, headings, tags, properties or body"),
    (
      "heap (tag:work OR -\"a b\") due:this-week sort:-due,priority limit:5",
      """
      all of:
        the word "heap", or one that begins so, in names, headings, tags, properties or body
        any of:
          the tag #work or one below it
          not: the phrase "a b" in names, headings, tags, properties or body
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
    (
      "-line:(gc /x y/ -~b) task-todo:(send) section:match",
      """
      all of:
        not: in one line:
          all of:
            the word "gc"
            a match of /x y/
            not: "b", also inside words
        in the description of one task to be done:
          the word "send", or one that begins so
        in one section:
          the word "match", or one that begins so
      """
    ),
    (
      "[k] -[k:null] [k:\"\"] [\"a b\">5] [due<=2026-02] [k:x OR /y/] task:\"\"",
      """
      all of:
        property "k" there
        not: property "k" there without a value
        property "k" there and empty
        property "a b" more than 5
        property "due" the day 2026-02 or less
        property "k" holding the word "x" or holding a match of /y/
        a task
      """
    ),
    (
      "git:staged since:main author:Ada committed:2026-02 referenced:2026-02",
      """
      all of:
        staged in git
        changed since "main"
        committed by "Ada"
        last committed from 2026-02-01 to 2026-02-28
        last shown to an assistant from 2026-02-01 to 2026-02-28
      """
    ),
    (
      "links:A linked-by:B mentions:C is:orphan match-case:Ab tag:/x/ path:/y/ file:/z/ category:/c/ source:/s/",
      """
      all of:
        with a link to "A"
        linked by "B"
        names "C" without a link
        note that is orphan
        the word "Ab" in just this case in names, headings, tags, properties or body
        a tag that matches /x/
        a path that matches /y/
        a file's name that matches /z/
        a category that matches /c/
        a source that matches /s/
      """
    ),
  ])
  func plainWords(text: String, explanation: String) throws {
    #expect(try queryParser.parse(text).explained() == explanation)
  }
}
