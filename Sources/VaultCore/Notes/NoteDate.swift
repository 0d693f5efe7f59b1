/// A point in time as a note gives it: with a zone, without one, or a day only.
///
/// What has no zone keeps none, so that an index written in one zone answers correctly in another.
package enum NoteDate: Hashable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  case instant(Int64)
  /// A wall clock's reading: milliseconds since 1970-01-01T00:00:00, in whatever zone the reader is.
  case dateTime(Int64)
  case date(CivilDate)
}
