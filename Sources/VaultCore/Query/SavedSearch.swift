/// A query that the configuration gives a name, so that others can use it as `@name`.
package struct SavedSearch: Hashable, Sendable {
  /// Without the `@`.
  package var name: String
  package var query: String

  package init(name: String, query: String) {
    self.name = name
    self.query = query
  }
}
