import VaultCore

/// How queries are written, beside the field that they are typed into. Every example is a search.
enum SearchHelp {
  static let html: HTML = """
    <details class="menu help"><summary aria-label="How to search" title="How to search">?</summary>\
    <div class="choices"><h2>How to search</h2><dl>\(words)</dl><h3>Notes</h3><dl>\(rows { $0 != .tasks })</dl>\
    <h3>Tasks</h3><dl>\(rows { $0 == .tasks })</dl></div></details>
    """

  private static let words = QuerySyntax.all.map { row($0.form, $0.help, example: $0.example) }.joined()

  private static func rows(_ isWanted: (QueryOperator.Subject) -> Bool) -> HTML {
    QueryOperator.all.filter { isWanted($0.subject) }
      .map { row($0.spelling + $0.argument, $0.help, example: $0.example) }.joined()
  }

  /// Examples are quoted for a shell, which a browser is not.
  private static func row(_ form: String, _ help: String, example: String) -> HTML {
    var url = VaultURL(.search)
    url.query = example.replacing("'", with: "")
    return "<dt><a href=\"\(url.path)\"><code>\(form)</code></a></dt><dd>\(help)</dd>"
  }
}
