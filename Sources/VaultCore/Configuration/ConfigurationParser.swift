/// Reads a vault's `.vault/config.yaml`, or the user's own. Never fails: what cannot be used is reported, and the default stays.
package enum ConfigurationParser {
  /// `defaults`: what holds where the text says nothing. `kept`: the settings that stay as in the defaults, whatever the
  /// text says.
  package static func parse(
    _ text: String, defaults: Configuration = .default, of origin: ConfigurationOrigin = .vault,
    keeping kept: Set<String> = []
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var text = text
    return text.withUTF8 { parse($0, defaults: defaults, of: origin, keeping: kept) }
  }

  /// `bytes` is the whole file, with or without a byte order mark.
  package static func parse(
    _ bytes: UnsafeBufferPointer<UInt8>, defaults: Configuration = .default, of origin: ConfigurationOrigin = .vault,
    keeping kept: Set<String> = []
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var (entries, diagnostics) = ConfigurationEntry.read(bytes)
    var configuration = defaults
    for entry in entries where !entry.isSection {
      guard let key = ConfigurationKey.named(entry.name) else {
        diagnostics.append(Diagnostic(.init("config-unknown-key"), at: entry.location, unknown(entry.name).text))
        continue
      }
      if origin == .stranger, !key.power.counts(in: .stranger) { continue }
      if entry.value == .null {
        if let problem = lostComment(at: entry.location, of: key, in: ConfigurationEntry.content(of: bytes)) {
          diagnostics.append(problem)
        }
        continue
      }
      if let problem = key.misplacement(of: entry.value, in: origin) {
        let remedy = key.power.counts(in: origin) ? "" : "; move it there"
        diagnostics.append(
          Diagnostic(.init("config-not-here"), at: entry.location, "\"\(key.name)\" \(problem)\(remedy)"))
        continue
      }
      var unused = Configuration.default
      let problem = kept.contains(key.name) ? key.read(entry.value, &unused) : key.read(entry.value, &configuration)
      if let problem {
        diagnostics.append(Diagnostic(.init("config-bad-value"), at: entry.location, "\"\(key.name)\" \(problem)"))
      }
    }
    return (configuration, diagnostics.sorted { $0.location < $1.location })
  }

  /// The settings that the text gives a value: true for those whose value counts, if only in part; false for those of whose
  /// value nothing can be used.
  package static func settings(in text: String, of origin: ConfigurationOrigin = .vault) -> [String: Bool] {
    var text = text
    let entries = text.withUTF8 { ConfigurationEntry.read($0).entries }
    var scratch = Configuration.default
    var settings: [String: Bool] = [:]
    for entry in entries where !entry.isSection && entry.value != .null {
      guard let key = ConfigurationKey.named(entry.name) else { continue }
      settings[key.name] =
        key.misplacement(of: entry.value, in: origin) == nil
        && (key.read(entry.value, &scratch) == nil || key.value(scratch) != key.value(.default))
    }
    return settings
  }

  /// A message that names the nearest settings.
  static func unknown(_ name: String) -> Message {
    let near = Suggestion.nearest(to: name, among: ConfigurationKey.all.map(\.name), isGenerous: true)
    guard !near.isEmpty else {
      return "\"\(name)\" is no setting; \(command: .listSettings) shows all"
    }
    return "\"\(name)\" is no setting; did you mean \(near.map { "\"\($0)\"" }.joined(separator: " or "))?"
  }

  /// `filter: #task` is empty for YAML, which is surely not what was meant.
  private static func lostComment(
    at location: SourceLocation, of key: ConfigurationKey, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Diagnostic? {
    guard key.name == "tasks.filter" else { return nil }
    let lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: false)
    guard lines.indices.contains(location.line - 1),
      let hash = lines[location.line - 1].firstIndex(of: UInt8(ascii: "#"))
    else { return nil }
    let place = SourceLocation(line: location.line, column: hash - lines[location.line - 1].startIndex + 1)
    return Diagnostic(
      .init("config-bad-value"), at: place,
      "\"\(key.name)\" is empty, since \"#\" begins a comment here; put the tag in quotes")
  }
}

/// A setting as it stands in the file, under its full name.
struct ConfigurationEntry {
  var name: String
  var value: PropertyValue
  var location: SourceLocation
  /// Holds other entries, which follow.
  var isSection: Bool
  /// The places of a list's values, in order.
  var itemLocations: [SourceLocation] = []

  /// The text behind a byte order mark, in which the locations count.
  static func content(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(rebasing: bytes[(FrontMatterFence.startsWithByteOrderMark(bytes) ? 3 : 0)...])
  }

  static func read(
    _ bytes: UnsafeBufferPointer<UInt8>
  ) -> (entries: [ConfigurationEntry], diagnostics: [Diagnostic]) {
    let (properties, diagnostics) = YAMLReader.read(content(of: bytes), subject: .configuration)
    return (flatten(properties), diagnostics)
  }

  /// In the order written. Maps that are sections of the settings' names are taken apart, others stay values.
  private static func flatten(_ properties: [Property], prefix: String = "") -> [ConfigurationEntry] {
    properties.flatMap { property -> [ConfigurationEntry] in
      let name = prefix + property.key
      let isSection = ConfigurationKey.all.contains { key in
        key.name.utf8.count > name.utf8.count + 1
          && String(key.name.prefix(name.count + 1)).caseInsensitiveEquals(name + ".")
      }
      var result = [
        ConfigurationEntry(
          name: name, value: property.value, location: property.location, isSection: isSection,
          itemLocations: property.itemLocations)
      ]
      guard isSection else { return result }
      if case .map(let children) = property.value {
        result += flatten(children, prefix: name + ".")
      } else if property.value != .null {
        result[0].isSection = false
      }
      return result
    }
  }
}
