import Foundation
import GRDB
import VaultCore
import VaultPlatform

/// Something that `doctor` found, with its place.
package struct Finding: Sendable, Hashable {
  /// Relative to the root; nil for what concerns the vault as a whole.
  package var path: NotePath?
  package var diagnostic: Diagnostic
}

package struct DoctorReport: Sendable {
  /// Nil where there is no place for one.
  package var indexPath: String?
  /// Nil when the index is well; else what is wrong with it.
  package var indexProblem: String?
  package var indexBytes: Int64
  package var notes: Int
  /// By code, path and place.
  package var findings: [Finding]
}

extension Vault {
  /// The health of the index, and every diagnostic of the vault.
  package func doctor() throws -> DoctorReport {
    let findings = try withSnapshot { snapshot -> (Int, [Finding]) in
      var findings = configurationDiagnostics.map {
        Finding(path: NotePath(ConfigurationFile.relativePath), diagnostic: $0)
      }
      let heads = try snapshot.heads(of: snapshot.universe)
      for record in try snapshot.records(of: heads.map(\.id)) {
        findings += record.warnings.map { Finding(path: record.path, diagnostic: $0) }
      }
      for dangling in try danglingLinks(in: snapshot) {
        let (path, link) = (dangling.source, dangling.link)
        findings.append(
          Finding(
            path: path,
            diagnostic: Diagnostic(
              "link-dangling", .info, at: link.location,
              "the link to \"\(link.target)\" leads to no file of this vault; create the note or mend the link")))
      }
      findings += try taskFindings(snapshot)
      return (heads.count, findings)
    }
    let scan = try scanner.scan()
    let problems = scan.problems.map {
      Finding(
        path: $0.path,
        diagnostic: Diagnostic(
          .scan($0.kind.rawValue), at: SourceLocation(line: 1, column: 1), $0.message))
    }
    return DoctorReport(
      indexPath: indexPath, indexProblem: try indexProblem(), indexBytes: indexPath.map(fileSize) ?? 0,
      notes: findings.0,
      findings: (findings.1 + problems).sorted {
        ($0.diagnostic.code.rawValue, $0.path ?? NotePath(""), $0.diagnostic.location, $0.diagnostic.message)
          < ($1.diagnostic.code.rawValue, $1.path ?? NotePath(""), $1.diagnostic.location, $1.diagnostic.message)
      })
  }

  private func indexProblem() throws -> String? {
    if options.noIndex { return nil }
    guard let indexPath else { return "there is none" }
    do {
      guard case .opened(let index) = try SearchIndex.open(indexPath, lock: nil) else { return "there is none" }
      return try index.damage()
    } catch let error as DatabaseError {
      return error.message ?? "\(error.resultCode)"
    }
  }
}
