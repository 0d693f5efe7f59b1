/// The file of this program, whatever name and folder it was started by.
package enum OwnProgram {
  /// Nil when the system does not tell.
  package static var path: String? {
    var path = [CChar](repeating: 0, count: longestPath)
    #if os(Linux)
      let length = readlink("/proc/self/exe", &path, path.count - 1)
      guard length > 0 else { return nil }
    #else
      var size = UInt32(path.count)
      guard _NSGetExecutablePath(&path, &size) == 0 else { return nil }
      let length = strlen(path)
    #endif
    return String(decoding: path[..<length].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
