import VaultCore

/// The findings that are known and not told again, kept in a file beside the notes or elsewhere.
///
/// A line for each, so that versions of the file can be compared: its code and path are for people, its mark is what counts.
package struct Baseline: Sendable {
  package struct Entry: Hashable, Sendable {
    package var mark: FindingMark
    var code: String
    var path: String
  }

  package private(set) var entries: [Entry]

  private static let version = 1

  init(_ findings: [(finding: Finding, mark: FindingMark)]) {
    entries = findings.map {
      Entry(mark: $0.mark, code: $0.finding.diagnostic.code.rawValue, path: $0.finding.path?.text ?? "")
    }.sorted { ($0.path, $0.code, $0.mark) < ($1.path, $1.code, $1.mark) }
  }

  // MARK: The file

  /// Throws `BaselineError` for what is no whole baseline.
  package init(reading bytes: [UInt8], from file: String) throws {
    let document: JSONValue
    do { document = try JSONReader.read(bytes) } catch {
      throw BaselineError(file: file, cause: .damaged("line \(error.location.line): \(error.description)"))
    }
    guard let version = document["version"], let findings = document["findings"]?.list else {
      throw BaselineError(file: file, cause: .damaged("it has no version and no list of findings"))
    }
    guard version == .number("\(Self.version)") else { throw BaselineError(file: file, cause: .otherVersion) }
    entries = try findings.map { entry in
      guard let mark = entry["mark"]?.text.flatMap(FindingMark.init), let code = entry["code"]?.text,
        let path = entry["path"]?.text
      else { throw BaselineError(file: file, cause: .damaged("an entry is not whole")) }
      return Entry(mark: mark, code: code, path: path)
    }
  }

  /// Reads a file of the user's. Nil where there is none.
  package static func read(_ file: String) throws -> Baseline? {
    try AtomicFile.read(file, limit: largestFile).map { try Baseline(reading: $0, from: file) }
  }

  private static let largestFile = 256 << 20

  /// Puts the baseline into a file. What is there and was no baseline, whole or not, is not written over: throws
  /// `BaselineError` then.
  package func write(to file: String) throws {
    let old = try AtomicFile.read(file, limit: Self.largestFile) ?? []
    guard old.isEmpty || old.starts(with: Self.beginning) else { throw BaselineError(file: file, cause: .otherFile) }
    try GivenFile.write(text, to: file)
  }

  private static let beginning = Array("{\"version\":".utf8)

  package var text: [UInt8] {
    let lines = entries.map { entry in
      var json = JSONWriter()
      json.beginObject()
      for (key, value) in [("code", entry.code), ("path", entry.path), ("mark", entry.mark.text)] {
        json.key(key)
        json.string(value)
      }
      json.endObject()
      return json.bytes
    }
    return Self.beginning + Array("\(Self.version),\"findings\":[\n".utf8) + lines.joined(separator: Array(",\n".utf8))
      + Array("\n]}\n".utf8)
  }
}

package struct BaselineError: Failure, Hashable {
  package enum Cause: Hashable, Sendable {
    case damaged(String)
    case otherVersion
    case missing
    /// Something else has that name.
    case otherFile
  }

  let file: String
  package let cause: Cause

  package init(file: String, cause: Cause) { (self.file, self.cause) = (file, cause) }

  package var kind: FailureKind { .damaged }

  package var message: Message {
    switch cause {
    case .damaged(let reason):
      "\(file): this is no whole baseline: \(reason); restore it, or make it anew with \(option: .updateBaseline)"
    case .otherVersion:
      "\(file): another version of vault has made this baseline; make it anew with \(option: .updateBaseline)"
    case .otherFile: "\(file): this is no baseline, and is not written over; name another file"
    case .missing: "\(file): there is no baseline; make it with \(option: .updateBaseline)"
    }
  }
}
