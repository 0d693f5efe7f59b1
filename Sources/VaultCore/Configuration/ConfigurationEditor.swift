/// Why a setting cannot be changed. The text says what to do; the file's name is the caller's to add.
package enum ConfigurationEditError: Failure, Hashable {
  case unknownKey(String)
  case badValue(key: String, problem: String)
  /// It belongs into the other configuration.
  case notHere(key: String, problem: String)
  /// The file has no such part of the setting.
  case noPart(key: String, name: String, known: [String])
  /// The file is no valid YAML.
  case unreadable(Diagnostic)
  /// The file says it in a way that cannot be changed without touching more than the setting.
  case byHand(key: String, line: Int)

  package var kind: FailureKind {
    switch self {
    case .unknownKey, .badValue, .notHere: .badArgument
    case .noPart: .notFound
    case .unreadable: .damaged
    case .byHand: .refused
    }
  }

  package var message: Message {
    switch self {
    case .unknownKey(let name): ConfigurationParser.unknown(name)
    case .badValue(let key, let problem): "\"\(key)\" \(problem)"
    case .notHere(let key, let problem): "\"\(key)\" \(problem): \(setting: key)"
    case .noPart(let key, let name, let known):
      "\"\(key)\" has no \"\(ShownName.quoted(name))\" here; \(Self.hint(name, known))"
    case .unreadable(let diagnostic):
      "line \(diagnostic.location.line), column \(diagnostic.location.column): \(diagnostic.message); "
        + "mend the file first"
    case .byHand(let key, let line):
      "\"\(key)\" cannot be changed without changing more than its own lines; edit line \(line) by hand"
    }
  }

  private static func hint(_ name: String, _ known: [String]) -> String {
    func quoted(_ names: some Sequence<String>) -> [String] { names.map { "\"\(ShownName.quoted($0))\"" } }
    let near = Suggestion.nearest(to: name, among: known, isGenerous: true)
    if !near.isEmpty { return "did you mean \(quoted(near).joined(separator: " or "))?" }
    return known.isEmpty ? "it has none" : "it has \(quoted(known.prefix(10)).joined(separator: ", "))"
  }
}

/// Changes one setting in the text of `config.yaml`: no other line changes, comments stay.
package enum ConfigurationEditor {
  /// `name` is a setting, or one part of it (`searches.work`). `value` is what follows `vault config set KEY`: plain text,
  /// for lists words separated by commas or YAML's `[a, b]`, for definitions YAML's `[{name: x, icon: y}]`. Of maps and
  /// definitions what is not named stays.
  package static func setting(
    _ name: String, _ value: String, in text: String, of origin: ConfigurationOrigin = .vault
  ) throws(ConfigurationEditError) -> String {
    guard let (key, part) = ConfigurationKey.withPart(name) else { throw .unknownKey(name) }
    if let part {
      return try changing(key, putting: [ConfigurationPart(part, parse(value, for: key, part))], in: text, of: origin)
    }
    guard key.hasNamedParts else { return try setting(key, to: parse(value, for: key), in: text, of: origin) }
    return try adding([value], to: key, in: text, of: origin)
  }

  /// Puts what the values name into a list or map, each in the place of a part of its name.
  package static func adding(
    _ values: [String], to key: ConfigurationKey, in text: String, of origin: ConfigurationOrigin
  ) throws(ConfigurationEditError) -> String {
    var new: [ConfigurationPart] = []
    for value in values {
      let value = try parse(value, for: key)
      guard let parts = key.parts(of: value) else {
        var unused = Configuration.default
        throw .badValue(key: key.name, problem: key.read(value, &unused) ?? "has an entry without a name")
      }
      new += parts
    }
    return try changing(key, putting: new, in: text, of: origin)
  }

  /// Puts parts into a list or map and takes others away; all else of it stays as it is written, as far as each part has
  /// lines of its own.
  package static func changing(
    _ key: ConfigurationKey, putting new: [ConfigurationPart] = [], removing gone: [String] = [], in text: String,
    of origin: ConfigurationOrigin
  ) throws(ConfigurationEditError) -> String {
    let source = ConfigurationText(text)
    if let problem = source.diagnostics.first { throw .unreadable(problem) }
    if let problem = key.misplacement(of: key.value(of: new), in: origin) {
      throw .notHere(key: key.name, problem: problem)
    }
    var scratch = Configuration.default
    if !new.isEmpty, let problem = key.read(key.value(of: new), &scratch) {
      throw .badValue(key: key.name, problem: problem)
    }
    let known = source.value(of: key.name) ?? .null
    guard let old = key.parts(of: known) else {
      throw .byHand(
        key: key.name, line: source.entries.first { $0.name.caseInsensitiveEquals(key.name) }?.location.line ?? 1)
    }
    var removed: Set<Int> = []
    for name in gone {
      let found = old.indices.filter { key.isSame(old[$0].name, name) }
      if found.isEmpty { throw .noPart(key: key.name, name: name, known: old.map(\.name)) }
      removed.formUnion(found)
    }
    var replaced: [Int: PropertyValue] = [:]
    var added: [ConfigurationPart] = []
    for part in new {
      if let index = old.indices.last(where: { !removed.contains($0) && key.isSame(old[$0].name, part.name) }) {
        if old[index].value != part.value { replaced[index] = part.value }
      } else if let index = added.firstIndex(where: { key.isSame($0.name, part.name) }) {
        added[index] = part
      } else {
        added.append(part)
      }
    }
    guard !removed.isEmpty || !replaced.isEmpty || !added.isEmpty else { return text }
    let parts =
      old.indices.filter { !removed.contains($0) }.map {
        ConfigurationPart(old[$0].name, replaced[$0] ?? old[$0].value)
      } + added
    guard !parts.isEmpty else { return try removing(key.name, in: text, of: origin) }
    var wanted = Configuration.default
    _ = key.read(key.value(of: parts), &wanted)
    return try changing(key, in: text, of: origin, to: wanted) { source in
      source.changeParts(of: key.name, removing: removed, replacing: replaced, adding: added)
        ?? source.set(key.name, to: YAMLFlow.text(of: key.value(of: parts)))
    }
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

  /// Takes the lines of a setting, or of one part of it, away, so that its default holds. The same text where the setting is
  /// not set.
  package static func removing(
    _ name: String, in text: String, of origin: ConfigurationOrigin = .vault
  ) throws(ConfigurationEditError) -> String {
    guard let (key, part) = ConfigurationKey.withPart(name) else { throw .unknownKey(name) }
    if let part { return try changing(key, removing: [part], in: text, of: origin) }
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

  /// The value of one part.
  private static func parse(
    _ value: String, for key: ConfigurationKey, _ part: String
  ) throws(ConfigurationEditError) -> PropertyValue {
    guard case .definitions(let field) = key.kind else { return .text(value) }
    guard case .map(let fields)? = yaml(value) else {
      throw .badValue(key: key.name, problem: "takes a map as YAML writes it for one entry: {icon: x, title: X}")
    }
    return .map([Property(key: field, value: .text(part))] + fields.filter { $0.key != field })
  }

  private static func parse(
    _ value: String, for key: ConfigurationKey
  ) throws(ConfigurationEditError) -> PropertyValue {
    switch key.kind {
    case .text, .size, .choice:
      return .text(value)
    case .number:
      return Int(value).map { .number(Double($0), text: value) } ?? .text(value)
    case .checkbox:
      return PropertyValue.text(value).checkbox.map { .checkbox($0) } ?? .text(value)
    case .list where !value.hasPrefix("["):
      let parts = value.utf8.split(separator: UInt8(ascii: ",")).map { $0.trimming { $0 == 0x20 } }
      return .list(parts.filter { !$0.isEmpty }.map { .text(String(decoding: $0, as: UTF8.self)) })
    case .list, .definitions, .map:
      guard let value = yaml(value) else {
        throw .badValue(
          key: key.name,
          problem: key.kind == .map
            ? "takes a map as YAML writes it: {name: text}"
            : "takes a list as YAML writes it: " + (key.kind == .list ? "[a, b]" : "[{name: x}]"))
      }
      return value
    }
  }

  /// Returns nil for what is no value in YAML.
  private static func yaml(_ text: String) -> PropertyValue? {
    var line = "v: " + text
    let (properties, diagnostics) = line.withUTF8 { YAMLReader.read($0, subject: .configuration) }
    return diagnostics.isEmpty && properties.count == 1 ? properties.first?.value : nil
  }
}
