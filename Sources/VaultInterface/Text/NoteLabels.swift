import VaultCore

/// Categories and sources as a person sees them.
package struct NoteLabels: Sendable {
  package let categories: [LabelDefinition]
  package let sources: [LabelDefinition]

  /// `💡 Idea`; nil for a note without a category. An unknown one stands as written behind the icon of `other`.
  package func category(_ name: String?) -> (icon: String, title: String)? {
    guard let name, !name.caseInsensitiveEquals(Note.defaultCategory) else { return nil }
    if let label = Self.label(name, in: categories) { return (label.icon, label.title) }
    return (Self.label(Note.defaultCategory, in: categories)?.icon ?? "", name)
  }

  /// Returns nil for a note that was written by hand, and for a source without an icon.
  package func sourceIcon(_ name: String?) -> String? {
    guard let name, !name.caseInsensitiveEquals(Note.defaultSource), let icon = Self.label(name, in: sources)?.icon,
      !icon.isEmpty
    else { return nil }
    return icon
  }

  private static func label(_ name: String, in labels: [LabelDefinition]) -> LabelDefinition? {
    labels.first { $0.name.caseInsensitiveEquals(name) }
  }
}
