extension StringProtocol {
  /// The names in a path, as the system parts them.
  ///
  /// By scalars: to the system a `/` is one whatever mark stands behind it, while Swift takes both for one character, so that
  /// a `..` between two of them would not be seen.
  package func pathNames(omittingEmpty: Bool = true) -> [Substring] {
    String(self).unicodeScalars.split(separator: "/", omittingEmptySubsequences: omittingEmpty).map { Substring($0) }
  }

  /// True for a path that begins at the disk's root.
  package var isAbsolutePath: Bool { utf8.first == UInt8(ascii: "/") }
}
