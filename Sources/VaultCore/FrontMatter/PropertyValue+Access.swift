extension PropertyValue {
  /// What the kind is called towards people; nil for an empty value.
  package var typeName: String? {
    switch self {
    case .null: nil
    case .text: "text"
    case .number: "number"
    case .checkbox: "checkbox"
    case .date: "date"
    case .dateTime: "date-time"
    case .list: "list"
    case .map: "map"
    }
  }

  /// A single value as it is written; nil for an empty value, a list and a map.
  package var text: String? {
    switch self {
    case .text(let text), .number(_, let text), .dateTime(let text): text
    case .checkbox(let value): value ? "true" : "false"
    case .date(let date): date.description
    case .null, .list, .map: nil
    }
  }

  /// The texts of a list's single values, or of the one single value. Lists in lists and maps are passed over; nil for
  /// a map, and where there is no value.
  package var stringList: [String]? {
    switch self {
    case .null, .map: nil
    case .list(let values): values.compactMap(\.text)
    default: text.map { [$0] }
    }
  }

  /// Every text in it, those in lists and maps too; numbers, dates and checkboxes are none.
  var texts: [String] {
    switch self {
    case .text(let text): [text]
    case .list(let values): values.flatMap(\.texts)
    case .map(let properties): properties.flatMap(\.value.texts)
    case .null, .number, .checkbox, .date, .dateTime: []
    }
  }

  /// The value with each single one that it is made of changed.
  func changingSingleValues(_ change: (PropertyValue) -> PropertyValue) -> PropertyValue {
    switch self {
    case .list(let values): .list(values.map { $0.changingSingleValues(change) })
    case .map(let properties):
      .map(
        properties.map { property in
          var property = property
          property.value = property.value.changingSingleValues(change)
          return property
        })
    default: change(self)
    }
  }

  /// The value where a checkbox is expected: `yes`, `no`, `on`, `off`, `y`, `n`, `1`, `0` and any case of `true` and
  /// `false` are understood, quoted or not. Nil for all else.
  package var checkbox: Bool? {
    switch self {
    case .checkbox(let value): return value
    case .number(let number, _): return number == 1 ? true : number == 0 ? false : nil
    case .text(let text):
      for word in ["true", "yes", "on", "y", "1"] where text.caseInsensitiveEquals(word) { return true }
      for word in ["false", "no", "off", "n", "0"] where text.caseInsensitiveEquals(word) { return false }
      return nil
    default: return nil
    }
  }
}
