extension UnsafeBufferPointer<UInt8> {
  /// The bytes of `range` as text; malformed ones are replaced. Faster than decoding a slice.
  @inline(__always)
  package func text(_ range: SourceRange) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[range]), as: UTF8.self)
  }
}
