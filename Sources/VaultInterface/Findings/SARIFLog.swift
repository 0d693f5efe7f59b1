import VaultCore
import VaultPlatform
import VaultStore

/// Findings in the format of static analysis (SARIF 2.1.0, OASIS), which code hosts show beside the lines.
package struct SARIFLog {
  private let items: ArraySlice<CheckReport.Item>
  private let report: CheckReport
  private let hasBaseline: Bool
  private let rules: [Diagnostic.Code]

  /// What GitHub takes of one run; it shows fewer.
  package static let mostResults = 25_000

  /// `hasBaseline`: known findings are told as unchanged then, all others as new.
  package init(_ report: CheckReport, hasBaseline: Bool) {
    self.report = report
    self.hasBaseline = hasBaseline
    items = report.items.gravestFirst.prefix(Self.mostResults)
    rules = Set(items.map(\.finding.diagnostic.code)).sorted { $0.rawValue < $1.rawValue }
  }

  /// How many findings did not go in.
  package var leftOut: Int { report.items.count - items.count }

  package var text: [UInt8] {
    var json = JSONWriter()
    json.object {
      $0.member("$schema", "https://json.schemastore.org/sarif-2.1.0.json")
      $0.member("version", "2.1.0")
      $0.key("runs")
      $0.beginArray()
      run(&$0)
      $0.endArray()
    }
    return json.bytes + [0x0A]
  }

  private func run(_ json: inout JSONWriter) {
    json.object {
      $0.key("tool")
      $0.object {
        $0.key("driver")
        driver(&$0)
      }
      $0.key("invocations")
      $0.beginArray()
      $0.object {
        $0.key("executionSuccessful")
        $0.bool(true)
      }
      $0.endArray()
      $0.key("originalUriBaseIds")
      $0.object {
        $0.key("SRCROOT")
        $0.object {
          $0.key("description")
          $0.object { $0.member("text", "The root of the repository, or of the vault where it is in none.") }
        }
      }
      $0.member("columnKind", "unicodeCodePoints")
      $0.key("results")
      $0.beginArray()
      let places = Dictionary(rules.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
      for item in items { result(item, rule: places[item.finding.diagnostic.code] ?? 0, &$0) }
      $0.endArray()
    }
  }

  private func driver(_ json: inout JSONWriter) {
    json.object {
      $0.member("name", "vault")
      $0.member("version", ProgramVersion.text)
      $0.key("rules")
      $0.beginArray()
      for code in rules {
        $0.object {
          $0.member("id", code.rawValue)
          $0.key("shortDescription")
          $0.object { $0.member("text", (CheckRule.of(code)?.summary ?? code.rawValue) + ".") }
          if let severity = CheckRule.of(code)?.level.severity {
            $0.key("defaultConfiguration")
            $0.object { $0.member("level", Self.level(severity)) }
          }
        }
      }
      $0.endArray()
    }
  }

  private func result(_ item: CheckReport.Item, rule: Int, _ json: inout JSONWriter) {
    let diagnostic = item.finding.diagnostic
    json.object {
      $0.member("ruleId", diagnostic.code.rawValue)
      $0.key("ruleIndex")
      $0.integer(rule)
      $0.member("level", Self.level(diagnostic.severity))
      $0.key("message")
      $0.object { $0.member("text", diagnostic.message) }
      if let path = item.finding.path {
        $0.key("locations")
        $0.beginArray()
        $0.object {
          $0.key("physicalLocation")
          $0.object { place(path, diagnostic.place, item.scalarColumn, &$0) }
        }
        $0.endArray()
      }
      $0.key("partialFingerprints")
      $0.object { $0.member("vaultFinding/v1", item.mark.text) }
      if hasBaseline { $0.member("baselineState", item.isKnown ? "unchanged" : "new") }
    }
  }

  private func place(_ path: NotePath, _ place: SourceLocation?, _ column: Int, _ json: inout JSONWriter) {
    json.key("artifactLocation")
    json.object {
      $0.member("uri", Self.encoded(Array(report.prefix.utf8) + path.bytes))
      $0.member("uriBaseId", "SRCROOT")
    }
    // A file as a whole is told at its first line, which is where hosts can show it.
    json.key("region")
    json.object {
      $0.key("startLine")
      $0.integer(place?.line ?? 1)
      $0.key("startColumn")
      $0.integer(place == nil ? 1 : column)
    }
  }

  private static func level(_ severity: Diagnostic.Severity) -> String {
    switch severity {
    case .error: "error"
    case .warning: "warning"
    case .info: "note"
    }
  }

  /// A path as a relative address (RFC 3986): all but unreserved signs and `/` as percent escapes.
  private static func encoded(_ path: [UInt8]) -> String {
    var out: [UInt8] = []
    for c in path {
      let isPlain = c.isASCIILetterOrDigit || "-._~/".utf8.contains(c)
      if isPlain { out.append(c) } else { out.append(percentEncoding: c) }
    }
    return String(decoding: out, as: UTF8.self)
  }
}

extension [CheckReport.Item] {
  /// By severity, and of one by path and place as before.
  var gravestFirst: [CheckReport.Item] {
    Diagnostic.Severity.allCases.flatMap { severity in filter { $0.finding.diagnostic.severity == severity } }
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ body: (inout JSONWriter) -> Void) {
    beginObject()
    body(&self)
    endObject()
  }

  fileprivate mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }
}
