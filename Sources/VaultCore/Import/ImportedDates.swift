/// What numbers in the dates of a JSON file count.
package enum ImportedDates: String, Sendable, CaseIterable {
  /// Seconds since 2001-01-01T00:00:00Z, as Swift encodes dates.
  case apple
  /// Seconds or milliseconds since 1970-01-01T00:00:00Z.
  case unix

  /// Seconds between the two beginnings.
  private static let distance = 978_307_200.0

  func date(_ number: Double) -> NoteDate? {
    NoteDate(property: .number(self == .apple ? number + Self.distance : number, text: ""))
  }
}
