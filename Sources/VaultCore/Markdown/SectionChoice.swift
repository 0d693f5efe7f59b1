/// The heading below which a text is put.
package struct SectionChoice: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As in a link, without regard to case, marks and special characters; `A#B` is B below A.
  package var heading: String
  /// The heading's line, from 1 in the file, where several are named alike.
  package var line: Int?
  /// True when a heading that is missing is made at the end.
  package var creates: Bool

  package init(_ heading: String, line: Int? = nil, creates: Bool = false) {
    self.heading = heading
    self.line = line
    self.creates = creates
  }

  package init(stringLiteral value: String) { self.init(value) }
}
