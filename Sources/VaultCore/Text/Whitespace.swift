extension String {
  /// Without white space at either end.
  package var trimmingWhitespace: String { String(trimming(where: \.isWhitespace)) }
}
