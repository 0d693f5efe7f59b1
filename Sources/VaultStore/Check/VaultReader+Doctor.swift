import GRDB
import VaultCore
import VaultPlatform

/// Something that `doctor` found, with its place.
package struct Finding: Sendable, Hashable {
  /// Relative to the root; nil for what concerns the vault as a whole.
  package var path: NotePath?
  package var diagnostic: Diagnostic

  package init(path: NotePath?, diagnostic: Diagnostic) { (self.path, self.diagnostic) = (path, diagnostic) }
}

package struct DoctorReport: Sendable {
  package var notes: Int
  /// By code, path and place.
  package var findings: [Finding]
}

/// The index, as a file.
package struct IndexHealth: Sendable {
  /// Nil when there is no place for one.
  package var path: String?
  /// What is wrong with it; nil when it is healthy.
  package var problem: String?
  package var bytes: Int64
}

extension VaultReader {
  /// Every diagnostic of the vault: of its configuration, folders, notes, links and tasks.
  package func doctor() throws -> DoctorReport {
    var findings = vault.configurationDiagnostics.map {
      Finding(path: NotePath(ConfigurationFile.relativePath), diagnostic: $0)
    }
    findings = try findings.filter { try isVisible($0.path ?? NotePath("")) }
    let snapshot = try snapshot
    let heads = try snapshot.heads(of: snapshot.universe)
    for record in try snapshot.records(of: heads.map(\.id)) {
      findings += record.warnings.map { Finding(path: record.path, diagnostic: $0) }
    }
    findings += try linkFindings()
    findings += try taskFindings()
    findings += try mergeFindings()
    findings += try scanProblems().map {
      Finding(
        path: $0.path,
        diagnostic: Diagnostic(.scan($0.kind.rawValue), at: SourceLocation(line: 1, column: 1), $0.message))
    }
    return DoctorReport(
      notes: heads.count,
      findings: findings.sorted {
        ($0.diagnostic.code.rawValue, $0.path ?? NotePath(""), $0.diagnostic.location, $0.diagnostic.message)
          < ($1.diagnostic.code.rawValue, $1.path ?? NotePath(""), $1.diagnostic.location, $1.diagnostic.message)
      })
  }
}

extension Vault {
  /// Looks all through the file of the index for damage.
  package func indexHealth() throws -> IndexHealth {
    guard let keeper = keeper(VaultListener()) else {
      return IndexHealth(
        path: indexPath, problem: options.noIndex ? nil : "there is none", bytes: indexPath.map(fileSize) ?? 0)
    }
    return IndexHealth(path: keeper.path, problem: try keeper.damage(), bytes: fileSize(keeper.path))
  }
}
