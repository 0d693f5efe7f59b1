// Kinds of settings.
extension ConfigurationKey {
  typealias Field<Value> = any WritableKeyPath<Configuration, Value> & Sendable

  static func text(
    _ name: String, _ power: ConfigurationPower, _ field: Field<String?>, _ help: String, changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(name, power, .text, field, help, changesParsing: changesParsing) {
      given, text throws(SettingProblem) in
      guard let new = given.text else { throw SettingProblem(message: "takes one text, no list or map") }
      text = new.isEmpty ? nil : new
    } value: {
      $0.map { .text($0) } ?? .null
    }
  }

  /// Texts under names.
  static func texts<Value>(
    _ name: String, _ power: ConfigurationPower, _ field: Field<[Value]>, _ help: String,
    read: @escaping @Sendable ([(name: String, text: String)], inout [Value]) throws(SettingProblem) -> Void,
    text: @escaping @Sendable (Value) -> (name: String, text: String)
  ) -> ConfigurationKey {
    ConfigurationKey(name, power, .map, field, help) { given, values throws(SettingProblem) in
      guard case .map(let entries) = given, entries.allSatisfy({ $0.value.text != nil || $0.value == .null }) else {
        throw SettingProblem(message: "takes a map from names to texts")
      }
      try read(entries.map { ($0.key, $0.value.text ?? "") }, &values)
    } value: {
      .map($0.map(text).map { Property(key: $0.name, value: .text($0.text)) })
    }
  }

  /// A text that must not be empty.
  static func path(_ name: String, _ power: ConfigurationPower, _ field: Field<String>, _ help: String)
    -> ConfigurationKey
  {
    ConfigurationKey(name, power, .text, field, help) { given, path throws(SettingProblem) in
      guard let text = given.text, !text.isEmpty else { throw SettingProblem(message: "needs a path") }
      path = text
    } value: {
      .text($0)
    }
  }

  static func number(
    _ name: String, _ power: ConfigurationPower, _ field: Field<Int>, _ help: String
  ) -> ConfigurationKey {
    ConfigurationKey(name, power, .number, field, help) { given, number throws(SettingProblem) in
      guard let new = given.text.flatMap({ Int($0) }), new >= 0 else {
        throw SettingProblem(message: "takes a whole number, 0 or more")
      }
      number = new
    } value: {
      .number(Double($0), text: "\($0)")
    }
  }

  static func checkbox(
    _ name: String, _ power: ConfigurationPower, _ field: Field<Bool>, _ help: String, changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(name, power, .checkbox, field, help, changesParsing: changesParsing) {
      given, flag throws(SettingProblem) in
      guard let new = given.checkbox else { throw notOneOf(["true", "false"], given) }
      flag = new
    } value: {
      .checkbox($0)
    }
  }

  static func list(
    _ name: String, _ power: ConfigurationPower, _ field: Field<[String]>, _ help: String, changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(name, power, .list, field, help, changesParsing: changesParsing) {
      given, list throws(SettingProblem) in
      guard let texts = given.stringList else { throw SettingProblem(message: "takes a list of texts") }
      if case .list(let values) = given, values.count != texts.count {
        throw SettingProblem(message: "takes a list of texts only")
      }
      list = texts
    } value: {
      .list($0.map { .text($0) })
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ power: ConfigurationPower, _ field: Field<Value>, _ help: String,
    named: @escaping @Sendable (String) -> Value? = { _ in nil }, changesParsing: Bool = false
  ) -> ConfigurationKey {
    let values = Array(Value.allCases)
    let names = values.map(\.rawValue)
    return ConfigurationKey(name, power, .choice(names), field, help, changesParsing: changesParsing) {
      given, choice throws(SettingProblem) in
      if let value = given.text.flatMap(named) {
        choice = value
      } else {
        choice = values[try index(of: given, in: names)]
      }
    } value: {
      .text($0.rawValue)
    }
  }

  static func definitions<Definition: ConfiguredDefinition>(
    _ name: String, _ power: ConfigurationPower, _ field: Field<[Definition]>, _ help: String,
    changesParsing: Bool = false
  ) -> ConfigurationKey {
    ConfigurationKey(
      name, power, .definitions(field: Definition.fields[0]), field, help, changesParsing: changesParsing
    ) {
      given, definitions throws(SettingProblem) in
      guard case .list(let values) = given else {
        throw SettingProblem(message: "takes a list, each entry with " + Definition.fieldNames)
      }
      var new = definitions
      for value in values { new.put(try Definition.read(value)) }
      definitions = new
    } value: {
      .list($0.map(\.propertyValue))
    }
  }

  static func index(of given: PropertyValue, in names: [String]) throws(SettingProblem) -> Int {
    guard let text = given.text, let index = names.firstIndex(where: { $0.caseInsensitiveEquals(text) }) else {
      throw notOneOf(names, given)
    }
    return index
  }

  static func notOneOf(_ values: [String], _ given: PropertyValue) -> SettingProblem {
    let list = values.joined(separator: ", ")
    guard let text = given.text else { return SettingProblem(message: "must be one of \(list)") }
    let nearest = Suggestion.nearest(to: text, among: values, isGenerous: true).first
    let near = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
    return SettingProblem(message: "cannot be \"\(text)\"\(near.isEmpty ? ";" : near) valid are \(list)")
  }
}
