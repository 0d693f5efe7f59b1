/// The rules that hold in a folder: those of its own `.gitignore`, then those of the folders above it.
final class IgnoreScope: Sendable {
  private let rules: IgnoreRules
  /// How many bytes of a path, as the scan counts it, belong to folders above the rules' own.
  private let baseLength: Int
  private let outer: IgnoreScope?

  init(_ rules: IgnoreRules, baseLength: Int, outer: IgnoreScope?) {
    self.rules = rules
    self.baseLength = baseLength
    self.outer = outer
  }

  /// Whether an entry of this folder is ignored: the nearest rules that say anything decide.
  static func ignores(
    _ scope: IgnoreScope?, path: UnsafeBufferPointer<UInt8>, nameStart: Int, isFolder: Bool
  ) -> Bool {
    var next = scope
    while let scope = next {
      let relative = UnsafeBufferPointer(rebasing: path[scope.baseLength...])
      let decision = scope.rules.decision(
        path: relative, nameStart: nameStart - scope.baseLength, isFolder: isFolder)
      if let decision { return decision == .ignored }
      next = scope.outer
    }
    return false
  }
}
