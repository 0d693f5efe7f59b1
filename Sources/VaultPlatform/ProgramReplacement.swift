/// Another program that takes the place of this one, in the same process.
package enum ProgramReplacement {
  /// The descriptor on which the other program finds what is handed over, up to its end.
  package static let descriptor: CInt = 3

  /// Starts the program at an absolute path. Returns only where that fails, by throwing: E2BIG where `bytes` are more than
  /// fit into a pipe that nobody reads yet.
  package static func start(_ path: String, _ arguments: [String], handingOver bytes: [UInt8]) throws(SystemFailure)
    -> Never
  {
    var ends: [CInt] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemFailure(code: errno) }
    _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
    let written = bytes.withUnsafeBytes { bytes in retrying { write(ends[1], bytes.baseAddress, bytes.count) } }
    close(ends[1])
    guard written == bytes.count else {
      close(ends[0])
      throw SystemFailure(code: E2BIG)
    }
    if ends[0] != descriptor {
      // What `dup2` makes stays open in the program that follows.
      guard dup2(ends[0], descriptor) >= 0 else { throw SystemFailure(code: errno) }
      close(ends[0])
    }
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    execv(path, &words)
    let code = errno
    for word in words { free(word) }
    close(descriptor)
    throw SystemFailure(code: code)
  }
}
