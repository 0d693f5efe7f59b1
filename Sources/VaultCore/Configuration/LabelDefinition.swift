/// A category or a source as people see it. Names that have no definition are kept as written.
package struct LabelDefinition: Hashable, Sendable {
  /// As notes write it; compares without case.
  package var name: String
  /// An emoji, or empty.
  package var icon: String
  /// What is shown.
  package var title: String

  package init(name: String, icon: String, title: String? = nil) {
    self.name = name
    self.icon = icon
    self.title = title ?? name.prefix(1).uppercased() + name.dropFirst()
  }
}
