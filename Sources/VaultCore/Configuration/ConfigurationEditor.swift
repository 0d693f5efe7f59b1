/// Why a setting cannot be changed. The text says what to do; the file's name is the caller's to add.
package enum ConfigurationEditError: Failure, Hashable {
  case unknownKey(String)
  case badValue(key: String, problem: String)
  /// It belongs into the other configuration.
  case notHere(key: String, problem: String)
  /// The file is no valid YAML.
  case unreadable(Diagnostic)
  /// The file says it in a way that cannot be changed without touching more than the setting.
  case byHand(key: String, line: Int)

  package var kind: FailureKind {
    switch self {
    case .unknownKey, .badValue, .notHere: .badArgument
    case .unreadable: .damaged
    case .byHand: .refused
    }
  }

  package var message: Message {
    switch self {
    case .unknownKey(let name): ConfigurationParser.unknown(name)
    case .badValue(let key, let problem): "\"\(key)\" \(problem)"
    case .notHere(let key, let problem): "\"\(key)\" \(problem): \(setting: key)"
    case .unreadable(let diagnostic):
      "line \(diagnostic.location.line), column \(diagnostic.location.column): \(diagnostic.message); "
        + "mend the file first"
    case .byHand(let key, let line):
      "\"\(key)\" cannot be changed without changing more than its own lines; edit line \(line) by hand"
    }
  }
}

/// Changes one setting in the text of `config.yaml`: no other line changes, comments stay.
package enum ConfigurationEditor {
  /// `value` is what follows `vault config set KEY`: plain text, for lists words separated by commas or YAML's `[a, b]`,
  /// for definitions YAML's `[{name: x, icon: y}]`.
  package static func setting(
    _ name: String, _ value: String, in text: String, of origin: ConfigurationOrigin = .vault
  ) throws(ConfigurationEditError) -> String {
    guard let key = ConfigurationKey.named(name) else { throw .unknownKey(name) }
    return try setting(key, to: parse(value, for: key), in: text, of: origin)
  }

  package static func setting(
    _ key: ConfigurationKey, to value: PropertyValue, in text: String, of origin: ConfigurationOrigin
  ) throws(ConfigurationEditError) -> String {
    if let problem = key.misplacement(of: value, in: origin) {
      throw key.power.counts(in: origin)
        ? .badValue(key: key.name, problem: problem) : .notHere(key: key.name, problem: problem)
    }
    var wanted = Configuration.default
    if let problem = key.read(value, &wanted) { throw .badValue(key: key.name, problem: problem) }
    return try changing(key, in: text, of: origin, to: wanted) { $0.set(key.name, to: YAMLFlow.text(of: value)) }
  }

  /// Takes a setting's lines away, so that its default holds. The same text where it is not set.
  package static func removing(
    _ name: String, in text: String, of origin: ConfigurationOrigin = .vault
  ) throws(ConfigurationEditError) -> String {
    guard let key = ConfigurationKey.named(name) else { throw .unknownKey(name) }
    return try changing(key, in: text, of: origin, to: .default) { $0.remove(key.name) }
  }

  /// The names of the settings that the text holds, as the table spells them, in its order.
  package static func settings(in text: String) -> [String] {
    let source = ConfigurationText(text)
    return ConfigurationKey.all.map(\.name).filter(source.holds)
  }

  /// `change` returns the line that it is about, or nil where there is nothing to do.
  private static func changing(
    _ key: ConfigurationKey, in text: String, of origin: ConfigurationOrigin, to wanted: Configuration,
    _ change: (inout ConfigurationText) -> Int?
  ) throws(ConfigurationEditError) -> String {
    var source = ConfigurationText(text)
    if let problem = source.diagnostics.first { throw .unreadable(problem) }
    guard let line = change(&source) else { return text }
    // Lines are edited without a writer of YAML, so what was made is read again, and every setting is compared.
    let (before, after) = (
      ConfigurationParser.parse(text, of: origin), ConfigurationParser.parse(source.text, of: origin)
    )
    let isRight = ConfigurationKey.all.allSatisfy {
      $0.value(after.configuration) == $0.value($0.name == key.name ? wanted : before.configuration)
    }
    guard isRight, after.diagnostics.count <= before.diagnostics.count else {
      throw .byHand(key: key.name, line: line)
    }
    return source.text
  }

  private static func parse(
    _ value: String, for key: ConfigurationKey
  ) throws(ConfigurationEditError) -> PropertyValue {
    switch key.kind {
    case .text, .size, .choice:
      return .text(value)
    case .checkbox:
      return PropertyValue.text(value).checkbox.map { .checkbox($0) } ?? .text(value)
    case .list where !value.hasPrefix("["):
      let parts = value.utf8.split(separator: UInt8(ascii: ",")).map { $0.trimming { $0 == 0x20 } }
      return .list(parts.filter { !$0.isEmpty }.map { .text(String(decoding: $0, as: UTF8.self)) })
    case .list, .definitions, .map:
      var line = "v: " + value
      let (properties, diagnostics) = line.withUTF8 { YAMLReader.read($0, subject: .configuration) }
      guard diagnostics.isEmpty, properties.count == 1, let property = properties.first else {
        throw .badValue(
          key: key.name,
          problem: key.kind == .map
            ? "takes a map as YAML writes it: {name: text}"
            : "takes a list as YAML writes it: " + (key.kind == .list ? "[a, b]" : "[{name: x}]"))
      }
      return property.value
    }
  }
}
