/// A query that the configuration gives a name, so that others can use it as `@name`.
package struct SavedSearch: Hashable, Sendable {
  /// Without the `@`.
  package var name: String
  package var query: String

  package init(name: String, query: String) {
    self.name = name
    self.query = query
  }

  /// True when `@name` can stand in a query: a name with a blank would end at it.
  package var canBeNamed: Bool {
    let written = "@" + name
    var lexer = QueryLexer(written)
    return name != "" && (try? lexer.next())?.kind == .text(written, .word)
  }
}
