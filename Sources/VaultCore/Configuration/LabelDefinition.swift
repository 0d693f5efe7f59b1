/// A category or a source as people see it. Names that have no definition are kept as written.
package struct LabelDefinition: Hashable, Sendable {
  /// As notes write it; compares without case.
  package var name: String
  /// An emoji, or empty.
  package var icon: String
  /// What is shown.
  package var title: String
  /// A query for the notes that are of it; nil where nothing says that.
  package var when: String?

  package init(name: String, icon: String, title: String? = nil, when: String? = nil) {
    (self.name, self.when) = (name, when)
    self.icon = icon
    self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
  }
}
