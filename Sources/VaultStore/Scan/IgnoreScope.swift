/// The rules that hold in a folder: those of its own `.gitignore`, then those of the folders above it.
final class IgnoreScope: Sendable {
  private let rules: IgnoreRules
  /// How many bytes of a path, as the scan counts it, belong to folders above the rules' own.
  private let baseLength: Int
  private let outer: IgnoreScope?
  /// The file that the rules are from, for people.
  let source: String

  init(_ rules: IgnoreRules, from source: String, baseLength: Int, outer: IgnoreScope?) {
    (self.rules, self.source, self.baseLength, self.outer) = (rules, source, baseLength, outer)
  }

  /// The rules by which an entry of this folder is ignored, the nearest that say anything; nil where it is not.
  static func ignoring(
    _ scope: IgnoreScope?, path: UnsafeBufferPointer<UInt8>, nameStart: Int, isFolder: Bool
  ) -> IgnoreScope? {
    var next = scope
    while let scope = next {
      let relative = UnsafeBufferPointer(rebasing: path[scope.baseLength...])
      let decision = scope.rules.decision(
        path: relative, nameStart: nameStart - scope.baseLength, isFolder: isFolder)
      if let decision { return decision == .ignored ? scope : nil }
      next = scope.outer
    }
    return nil
  }
}
