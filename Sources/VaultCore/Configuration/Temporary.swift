import Foundation
package struct Configuration: Sendable {
  package init() {}
  package var ignore: [String] = []
  package var respectGitignore = true
  package var maxFileSize = 16 << 20
  package var index: String? = nil
  package var firstWeekday = 1
  package var taskFilter: String? = nil
  package var taskStatuses: [StatusRegistry.Definition] = []
  package var parsingFingerprint: String { "x" }
}
package enum ConfigurationParser {
  package static func parse(_ s: String) -> (configuration: Configuration, diagnostics: [Diagnostic]) { (Configuration(), []) }
}
package protocol LinkDirectory {
  func exact(foldedPath: String) -> [NotePath]
  func named(foldedName: String) -> [NotePath]
  func aliased(foldedAlias: String) -> [NotePath]
}
package struct LinkResolver {
  package init(_ d: any LinkDirectory) { directory = d }
  let directory: any LinkDirectory
  package struct Resolution { package var path: NotePath? }
  package func resolve(target: String, kind: Link.Kind, from: NotePath) -> Resolution { Resolution(path: directory.named(foldedName: Self.key(target) + ".md").first) }
  package static func key(_ s: String) -> String { s.utf8.allSatisfy { $0 < 0x80 } ? s.lowercased() : s.precomposedStringWithCanonicalMapping.lowercased() }
}
package struct InMemoryLinkDirectory: LinkDirectory {
  var names: [String: [NotePath]] = [:]
  package init(notes: [(NotePath, [String])], files: [NotePath]) { for n in notes { names[LinkResolver.key(n.0.name), default: []].append(n.0) } }
  package func exact(foldedPath: String) -> [NotePath] { [] }
  package func named(foldedName: String) -> [NotePath] { names[foldedName] ?? [] }
  package func aliased(foldedAlias: String) -> [NotePath] { [] }
}
