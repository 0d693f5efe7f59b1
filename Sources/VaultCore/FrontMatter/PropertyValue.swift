/// A front matter value, typed by vault's rules on its text (formats.md, "A note"), not by YAML 1.1's.
package indirect enum PropertyValue: Hashable, Sendable {
  case null
  case text(String)
  /// `text` is the number as written (`1.50`), so that it can be shown and compared without loss.
  case number(Double, text: String)
  case checkbox(Bool)
  /// `YYYY-MM-DD` as written.
  case date(CivilDate)
  /// A date with a time, as written (`2026-01-03T10:00`, `2026-01-03 10:00:00+01:00`).
  case dateTime(String)
  case list([PropertyValue])
  case map([Property])
}

/// One key of the front matter with its value, in the order written.
package struct Property: Hashable, Sendable {
  /// As written. Keys compare case-insensitively.
  package var key: String
  package var value: PropertyValue
  /// The key's place in the file.
  package var location: SourceLocation
  /// The value's place; where an alias stands for it, the place of what the alias names.
  package var valueLocation: SourceLocation
  /// The places of a list's values, in order; empty for all else.
  package var itemLocations: [SourceLocation]

  /// `location`: of what stands in no file, the first place. `valueLocation`: the key's, when nil.
  package init(
    key: String, value: PropertyValue, location: SourceLocation = SourceLocation(line: 1, column: 1),
    valueLocation: SourceLocation? = nil, itemLocations: [SourceLocation] = []
  ) {
    self.key = key
    self.value = value
    self.location = location
    self.valueLocation = valueLocation ?? location
    self.itemLocations = itemLocations
  }
}

extension Property {
  /// A list's values with their places, or the one value that it has.
  var values: [(value: PropertyValue, place: SourceLocation)] {
    guard case .list(let values) = value else { return [(value, valueLocation)] }
    let places =
      itemLocations.count == values.count
      ? itemLocations : Array(repeating: valueLocation, count: values.count)
    return Array(zip(values, places))
  }
}

extension PropertyValue {
  /// True of what a template fills in: `{{date}}`, in quotes or not, and Templater's `<% … %>`.
  package var isPlaceholder: Bool {
    switch self {
    case .text(let text): text.contains("{{") || text.contains("<%")
    // In YAML, `{{date}}` without quotes is a map in a map.
    case .map(let entries): entries.count == 1 && entries[0].value == .null && entries[0].key.utf8.first == 0x7B
    default: false
    }
  }
}
