/// What a process left behind.
struct Outcome: Equatable {
  var output: [UInt8]
  var errors: [UInt8]
  /// As a shell gives it.
  var status: Int32

  var text: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
}
