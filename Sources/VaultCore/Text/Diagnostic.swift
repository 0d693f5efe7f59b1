/// A problem found in a note. Reading never fails because of one: the note is returned along with its diagnostics.
package struct Diagnostic: Hashable, Sendable {
  package enum Severity: String, Sendable, CaseIterable {
    case error, warning, info
  }

  /// What is wrong, as a stable word that scripts can match on. `doctor` groups by it.
  package struct Code: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
    package init(_ rawValue: String) { self.rawValue = rawValue }
    package init(stringLiteral value: String) { rawValue = value }
  }

  package var code: Code
  package var severity: Severity
  /// Where in the file; line and column count from 1.
  package var location: SourceLocation
  /// One sentence: the cause, and where there is one the remedy. No path, no place: those are printed before it.
  package var message: String

  package init(
    _ code: Code, _ severity: Severity = .warning, at location: SourceLocation, _ message: String
  ) {
    self.code = code
    self.severity = severity
    self.location = location
    self.message = message
  }
}

extension Diagnostic {
  /// The place to name towards people; nil for what is wrong with a file or folder as a whole.
  package var place: SourceLocation? { code.isOfWholeFile ? nil : location }
}

extension Diagnostic.Code {
  package static let configurationUnreadable = Self("configuration-unreadable")
  /// A note's file that cannot be read.
  package static let unreadable = Self("unreadable")
  /// A note's file that is larger than is read.
  package static let tooLarge = Self("too-large")
  package static let attachmentOrphan = Self("attachment-orphan")

  /// What the walk of the folder passed over.
  package static func scan(_ kind: String) -> Self { Self("scan-" + kind) }

  fileprivate var isOfWholeFile: Bool {
    [.configurationUnreadable, .unreadable, .tooLarge, .attachmentOrphan].contains(self) || rawValue.hasPrefix("scan-")
  }
}
