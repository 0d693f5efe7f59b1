import VaultCore

/// What holds of every edit of front matter, whatever the note's bytes.
package enum FrontMatterEditInvariants {
  /// What an edit made of a note, and what is wrong with it.
  package struct Outcome {
    /// Nil where the edit was refused.
    package var result: [UInt8]?
    package var refusal: FrontMatterEditError?
    package var violations: [String] = []
  }

  /// Makes the change and says what is wrong with it; nothing is, where it is refused with a reason.
  package static func outcome(
    of change: FrontMatterChange, in bytes: [UInt8], removingEmptyBlock: Bool = false
  ) -> Outcome {
    var outcome = Outcome()
    do {
      let edits = try FrontMatterEditor.edits(change, in: bytes, removingEmptyBlock: removingEmptyBlock)
      let result = try edits.applied(to: bytes)
      outcome.result = result
      outcome.violations = check(change, edits, bytes, result, removingEmptyBlock)
    } catch let error as FrontMatterEditError {
      outcome.refusal = error
      if error.description.isEmpty { outcome.violations.append("refused without a reason") }
    } catch {
      outcome.violations.append("the edits do not fit the text they were made for: \(error)")
    }
    return outcome
  }

  /// All that is wrong with a set of changes of one note, going there and back included.
  package static func violations(
    of bytes: [UInt8], changes: [FrontMatterChange], newKey: String = "vault-new-key"
  ) -> [String] {
    var violations: [String] = []
    for change in changes {
      let outcome = outcome(of: change, in: bytes)
      violations += outcome.violations.map { "\(change): \($0)" }
    }
    for value in [PropertyValue.text("new"), .list([.text("a"), .text("b")])] {
      violations += thereAndBack(bytes, .set(key: newKey, value), .unset(key: newKey))
    }
    violations += thereAndBack(bytes, .append(key: newKey, ["x"]), .remove(key: newKey, ["x"]))
    for property in read(bytes).properties {
      violations += thereAndBack(of: property, in: bytes)
    }
    return violations
  }

  /// Makes a change and takes it back, which must give the same bytes.
  package static func thereAndBack(
    _ bytes: [UInt8], _ there: FrontMatterChange, _ back: FrontMatterChange
  ) -> [String] {
    let hadBlock = format(of: bytes) != .none
    let first = outcome(of: there, in: bytes)
    guard let changed = first.result else { return first.violations }
    let second = outcome(of: back, in: changed, removingEmptyBlock: !hadBlock)
    var violations = first.violations + second.violations
    guard changed != bytes else { return violations }
    if let refusal = second.refusal {
      violations.append("\(there) cannot be taken back: \(refusal)")
    } else if second.result != bytes {
      violations.append("\(there) and \(back) gave \(text(second.result ?? [])) instead of \(text(bytes))")
    }
    return violations
  }

  /// A value set to another and back, and an item appended and removed, where that can give the same bytes.
  private static func thereAndBack(of property: Property, in bytes: [UInt8]) -> [String] {
    let key = property.key
    switch property.value {
    case .text(let text) where isPlainWord(text) && isOnItsLine(property, text, in: bytes):
      return thereAndBack(bytes, .set(key: key, .text("another")), .set(key: key, property.value))
    case .checkbox(let value) where isOnItsLine(property, value ? "true" : "false", in: bytes):
      return thereAndBack(bytes, .set(key: key, .checkbox(!value)), .set(key: key, property.value))
    case .list(let values) where !values.isEmpty:
      return thereAndBack(bytes, .append(key: key, ["vault-new-item"]), .remove(key: key, ["vault-new-item"]))
    default: return []
    }
  }

  private static func isPlainWord(_ text: String) -> Bool {
    text.utf8.count > 5 && text.utf8.allSatisfy { ($0 | 0x20) >= 0x61 && ($0 | 0x20) <= 0x7A }
  }

  /// Whether the value stands as a whole on the key's line, plain or in quotes.
  private static func isOnItsLine(_ property: Property, _ text: String, in bytes: [UInt8]) -> Bool {
    guard property.location.line == property.valueLocation.line else { return false }
    let lines = bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
    guard !bytes.contains(0x0D), property.location.line <= lines.count else { return false }
    let rest = bytes[(lines.starts[property.location.line - 1] + property.valueLocation.column - 1)...]
    return rest.starts(with: text.utf8) || rest.dropFirst().starts(with: text.utf8)
  }

  private static func format(of bytes: [UInt8]) -> FrontMatter.Format {
    bytes.withUnsafeBufferPointer { FrontMatterFence.find(in: $0).format }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self).debugDescription }

  private static func read(_ bytes: [UInt8]) -> FrontMatter {
    bytes.withUnsafeBufferPointer { FrontMatterParser.parse($0) }
  }

  private static func check(
    _ change: FrontMatterChange, _ edits: [TextEdit], _ bytes: [UInt8], _ result: [UInt8], _ removingEmptyBlock: Bool
  ) -> [String] {
    var violations: [String] = []
    let old = read(bytes)
    let new = read(result)
    if edits.contains(where: \.changesNothing) { violations.append("an edit that changes nothing") }
    do {
      if try edits.inverted(for: bytes).applied(to: result) != bytes { violations.append("cannot be inverted") }
      let again = try FrontMatterEditor.edits(change, in: result, removingEmptyBlock: removingEmptyBlock)
      if !again.isEmpty, !isRepeatable(change) {
        violations.append("made a second time, it changes \(text(result)) again")
      }
    } catch {
      violations.append("\(error) at the second time, in \(text(result))")
    }
    if edits.isEmpty {
      if result != bytes { violations.append("no edits, and another text") }
      return violations
    }
    violations += checkPlaces(change, edits, bytes, old)
    if let problem = new.diagnostics.first { violations.append("leaves a problem: \(problem.message)") }
    if bytes[old.range.upperBound...] != result[new.range.upperBound...] { violations.append("changes the body") }
    let inBraces = bytes[old.contentRange].contains(UInt8(ascii: "{"))
    violations += checkModel(change, old, new, inBraces: inBraces).map {
      "\($0), from \(text(bytes)) to \(text(result))"
    }
    return violations
  }

  /// No edit reaches beyond the lines of its key, from the key to before the next one.
  private static func checkPlaces(
    _ change: FrontMatterChange, _ edits: [TextEdit], _ bytes: [UInt8], _ old: FrontMatter
  ) -> [String] {
    let lines = bytes.withUnsafeBufferPointer { LineTable($0, from: 0) }
    // A key behind one of YAML's other line breaks is on another's line.
    let isOneToALine =
      Set(old.properties.map(\.location.line)).count == old.properties.count
      && Set(old.properties.map(\.location.column)).count <= 1
    // A block that goes as a whole, and one in braces, have bounds of their own.
    guard isOneToALine, !edits.contains(where: { $0.range == old.range }),
      !bytes[old.contentRange].contains(UInt8(ascii: "{")), !bytes.contains(0x0D)
    else { return [] }
    var bounds = old.contentRange.upperBound..<old.contentRange.upperBound
    if let index = old.properties.firstIndex(where: { $0.key.caseInsensitiveEquals(change.key) }) {
      let start = lines.starts[old.properties[index].location.line - 1]
      let end =
        index + 1 < old.properties.count
        ? lines.starts[old.properties[index + 1].location.line - 1] : old.contentRange.upperBound
      bounds = start..<end
    }
    return edits.filter { $0.range.lowerBound < bounds.lowerBound || $0.range.upperBound > bounds.upperBound }
      .map { "the edit at \($0.range) is outside of the key's lines \(bounds)" }
  }

  /// What is renamed to its own swapped names may be renamed once more.
  private static func isRepeatable(_ change: FrontMatterChange) -> Bool {
    if case .replace(_, let map, _) = change {
      return map.values.contains { value in
        map.keys.contains { $0.lowercased() == value.lowercased() || "#" + $0 == value || $0 == "#" + value }
      }
    }
    return false
  }

  // MARK: Against a model of its own

  /// `inBraces`: what is set may have become what JSON can write.
  private static func checkModel(
    _ change: FrontMatterChange, _ old: FrontMatter, _ new: FrontMatter, inBraces: Bool
  ) -> [String] {
    let key = change.key
    var wanted: [(String, PropertyValue)] = []
    var found = false
    for property in old.properties {
      guard property.key.caseInsensitiveEquals(key) else {
        wanted.append((property.key, property.value))
        continue
      }
      found = true
      switch change {
      case .set(_, let value): wanted.append((property.key, value))
      case .unset: break
      case .rename(_, let name): wanted.append((name, property.value))
      case .append, .remove, .replace:
        // The list itself is looked at below.
        if let now = new[key] { wanted.append((property.key, now.value)) }
      }
    }
    if !found, let now = new[key] { wanted.append((key, now.value)) }
    let keys = new.properties.map(\.key)
    guard keys.elementsEqual(wanted.map(\.0), by: { $0.utf8.elementsEqual($1.utf8) }) else {
      return ["the keys are \(keys)"]
    }
    var violations: [String] = []
    for (property, pair) in zip(new.properties, wanted) where !same(property.value, pair.1) {
      if inBraces, property.key.caseInsensitiveEquals(key), same(property.value, pair.1.inJSON) { continue }
      violations.append("\(property.key) is \(property.value) instead of \(pair.1)")
    }
    return violations + checkList(change, old[key]?.value, new[key]?.value)
  }

  private static func checkList(_ change: FrontMatterChange, _ old: PropertyValue?, _ new: PropertyValue?) -> [String] {
    let before = old?.stringList ?? []
    let after = new?.stringList ?? []
    switch change {
    case .append(_, let texts, .exact):
      guard Array(after.prefix(before.count)) == before || before == [""] else {
        return ["items were \(before), now \(after)"]
      }
      return texts.allSatisfy { text in after.contains { $0.utf8.elementsEqual(text.utf8) } }
        ? [] : ["not all of \(texts) are in \(after)"]
    case .remove(_, let texts, .exact):
      let wanted = before.filter { item in !texts.contains { $0.utf8.elementsEqual(item.utf8) } }
      return after == wanted ? [] : ["\(after) is left of \(before)"]
    case .replace(_, let map, .exact):
      let left = after.filter { item in map.keys.contains(item) && !map.values.contains(item) }
      return left.isEmpty ? [] : ["\(left) is still there"]
    default: return []
    }
  }

  private static func same(_ a: PropertyValue, _ b: PropertyValue) -> Bool {
    switch (a, b) {
    case (.list(let a), .list(let b)): a.count == b.count && zip(a, b).allSatisfy { same($0, $1) }
    case (.map(let a), .map(let b)):
      a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && same($0.value, $1.value) }
    default: a == b
    }
  }
}
