/// A path as the user's own configuration has it: absolute, or from the user's home by `~/`, so that it means the same in
/// whatever folder.
enum OutsidePath {
  static func isValid(_ path: String) -> Bool {
    (path.isAbsolutePath || path.hasPrefix("~/")) && !path.utf8.contains(0)
      && !path.pathNames().contains("..")
  }

  static let need = "a path that begins with / or ~/"
}
