import Yams

/// Reads YAML text as a mapping of properties, typed by vault's rules and within the limits for untrusted input.
///
/// Never fails: text that cannot be read gives no properties and says why.
package struct YAMLReader {
  /// What the text is, for messages and for the beginning of the diagnostics' codes.
  package struct Subject: Sendable {
    package var name: String
    package var code: String

    package init(name: String, code: String) { (self.name, self.code) = (name, code) }

    package static let frontMatter = Subject(name: "The front matter", code: "front-matter")
    package static let configuration = Subject(name: "The configuration", code: "config")
  }

  package static let maximumBytes = 64 << 10
  /// How deep mappings and lists may lie in each other, the outermost counting as one.
  package static let maximumDepth = 32
  /// Keys, values and collections; what an alias names counts at each use.
  package static let maximumNodes = 10_000

  let subject: Subject
  let yaml: YAMLText
  private(set) var properties: [Property] = []
  private(set) var diagnostics: [Diagnostic] = []
  private var visited = 0
  private var renamed = 0

  private struct LimitExceeded: Error {
    var reason: String
    var mark: Mark?
  }

  /// `firstLine` is the line of the file on which the text starts.
  package static func read(
    _ text: UnsafeBufferPointer<UInt8>, firstLine: Int = 1, subject: Subject
  ) -> (properties: [Property], diagnostics: [Diagnostic]) {
    if let problem = tooLarge(text, firstLine: firstLine, subject: subject) { return ([], [problem]) }
    let yaml = YAMLText(Array(text), 0..<text.count, firstLine: firstLine)
    var reader = YAMLReader(subject: subject, yaml: yaml)
    switch yaml.refusal {
    case .tooDeep(let offset):
      reader.report("too-deep", at: yaml.location(at: offset), reader.tooDeep)
    case .aliasInKey(let offset):
      reader.report(
        "too-complex", at: yaml.location(at: offset),
        "\(subject.name) combines aliases with compound keys, so its properties are not read; write the keys out")
    case nil:
      reader.read()
    }
    return (reader.properties, reader.diagnostics)
  }

  static func tooLarge(_ text: UnsafeBufferPointer<UInt8>, firstLine: Int, subject: Subject) -> Diagnostic? {
    guard text.count > maximumBytes else { return nil }
    return Diagnostic(
      .init("\(subject.code)-too-large"), at: SourceLocation(line: firstLine, column: 1),
      "\(subject.name) is larger than 64 KiB, so its properties are not read; move text into the body")
  }

  private init(subject: Subject, yaml: YAMLText) {
    self.subject = subject
    self.yaml = yaml
  }

  private var tooDeep: String {
    "\(subject.name) is nested more than \(Self.maximumDepth) levels deep, so its properties are not read"
  }

  private mutating func report(_ code: String, at location: SourceLocation, _ message: String) {
    diagnostics.append(Diagnostic(.init("\(subject.code)-\(code)"), at: location, message))
  }

  // MARK: Parsing

  /// How many keys that occur twice are looked for before the rest is given up.
  private static let maximumRepairs = 8

  private mutating func read() {
    var repair = DuplicateKeyRepair(yaml)
    var text = yaml.string
    for attempt in 0...Self.maximumRepairs {
      do {
        guard let root = try YAMLText.root(of: text) else { return }
        try convert(root: root)
        if renamed != repair.renamed { properties = [] }
        return
      } catch YamlError.duplicatedKeysInMapping(let names, let context) {
        let places = repair.rename(names: names, firstAt: context.mark)
        reportDuplicates(names, places.isEmpty ? [yaml.location(of: context.mark)] : places)
        guard !places.isEmpty, attempt < Self.maximumRepairs else { return }
        text = repair.text
      } catch let error as YamlError {
        let problem = YAMLProblem(error, in: yaml)
        report(problem.code, at: problem.location, problem.message)
        return
      } catch let limit as LimitExceeded {
        properties = []
        report(limit.reason, at: yaml.location(of: limit.mark), limitMessage(limit.reason))
        return
      } catch {
        report("invalid", at: yaml.location(of: nil), "\(subject.name) is no valid YAML")
        return
      }
    }
  }

  private mutating func reportDuplicates(_ names: [String], _ places: [SourceLocation]) {
    let name = names.map { "\"\($0)\"" }.joined(separator: " or ")
    for place in places {
      report("duplicate-key", at: place, "The key \(name) occurs twice; the first one counts, so remove the other")
    }
  }

  private func limitMessage(_ reason: String) -> String {
    reason == "too-deep"
      ? tooDeep
      : "\(subject.name) holds more than \(Self.maximumNodes) values (aliases count at each use), "
        + "so its properties are not read"
  }

  // MARK: Conversion

  private mutating func convert(root: Node) throws {
    switch root {
    case .mapping(let mapping):
      try visit(root)
      properties = try convert(mapping, depth: 1)
    case .scalar(let scalar) where PropertyValue(scalar) == .null:
      return
    default:
      report(
        "not-a-mapping", at: yaml.location(of: root.mark),
        "\(subject.name) is no list of keys and values; write each line as \"key: value\"")
    }
  }

  private mutating func visit(_ node: Node) throws {
    visited += 1
    if visited > Self.maximumNodes { throw LimitExceeded(reason: "too-many-values", mark: node.mark) }
  }

  private mutating func convert(_ mapping: Node.Mapping, depth: Int) throws -> [Property] {
    var result: [Property] = []
    result.reserveCapacity(mapping.count)
    for (key, value) in mapping {
      let name: String
      if case .scalar(let scalar) = key {
        try visit(key)
        name = scalar.string
      } else {
        name = try flowText(key, depth: depth)
      }
      if DuplicateKeyRepair.isRenamed(name) {
        renamed += 1
        continue
      }
      let places = yaml.locations(of: [key.mark, value.mark])
      result.append(
        Property(
          key: name, value: try convert(value, depth: depth), location: places[0], valueLocation: places[1],
          itemLocations: value.sequence.map { yaml.locations(of: $0.map(\.mark)) } ?? []))
    }
    return result
  }

  /// `depth` is that of the collection which holds the node.
  private mutating func convert(_ node: Node, depth: Int) throws -> PropertyValue {
    try visit(node)
    if case .scalar(let scalar) = node { return PropertyValue(scalar) }
    guard depth < Self.maximumDepth else { throw LimitExceeded(reason: "too-deep", mark: node.mark) }
    switch node {
    case .mapping(let mapping):
      return .map(try convert(mapping, depth: depth + 1))
    case .sequence(let sequence):
      var values: [PropertyValue] = []
      values.reserveCapacity(sequence.count)
      for element in sequence { values.append(try convert(element, depth: depth + 1)) }
      return .list(values)
    case .scalar, .alias:
      return .null
    }
  }

  /// A key that is itself a list or a mapping, as YAML's flow style writes it: a template's `{{date}}` has such a key.
  private mutating func flowText(_ node: Node, depth: Int) throws -> String {
    try visit(node)
    guard depth < Self.maximumDepth else { throw LimitExceeded(reason: "too-deep", mark: node.mark) }
    switch node {
    case .scalar(let scalar):
      return scalar.string
    case .sequence(let sequence):
      var parts: [String] = []
      for element in sequence { parts.append(try flowText(element, depth: depth + 1)) }
      return "[" + parts.joined(separator: ", ") + "]"
    case .mapping(let mapping):
      var parts: [String] = []
      for (key, value) in mapping {
        let name = try flowText(key, depth: depth + 1)
        let text = try flowText(value, depth: depth + 1)
        parts.append(text.isEmpty ? name : name + ": " + text)
      }
      return "{" + parts.joined(separator: ", ") + "}"
    case .alias:
      return ""
    }
  }
}
