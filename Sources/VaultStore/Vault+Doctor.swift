import Foundation
import GRDB
import VaultCore

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
      for (path, link) in try danglingLinks(in: snapshot) {
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

  /// Ids that several tasks bear, and ids that tasks wait for and none bears.
  func taskFindings(_ snapshot: any VaultSnapshot) throws -> [Finding] {
    var bearers: [String: [TaskItem]] = [:]
    var waiting: [TaskItem] = []
    try snapshot.forEachTask(openOnly: false) { _, task in
      if let id = task.id { bearers[id, default: []].append(task) }
      if !task.dependsOn.isEmpty { waiting.append(task) }
    }
    var findings: [Finding] = []
    for (id, tasks) in bearers where tasks.count > 1 {
      for task in tasks {
        findings.append(
          Finding(
            path: task.path,
            diagnostic: Diagnostic(
              "task-id-duplicate", at: task.location(of: id, in: .id),
              "\(tasks.count) tasks have the id \"\(id)\"; give each its own")))
      }
    }
    for task in waiting {
      for id in task.dependsOn where bearers[id] == nil {
        findings.append(
          Finding(
            path: task.path,
            diagnostic: Diagnostic(
              "task-dependency-missing", at: task.location(of: id, in: .dependsOn),
              "the task waits for \"\(id)\", and no task has that id; it does not block")))
      }
    }
    return findings
  }
}

extension TaskItem {
  /// Where an id stands in the task's field of that kind.
  fileprivate func location(of id: String, in kind: TaskFieldKind) -> SourceLocation {
    var column = 1
    if let range = TaskTextParser().parse(raw).field(kind)?.valueRange {
      let bytes = Array(raw.utf8)
      let ids = bytes[range].split { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: " ") }
      column = (ids.first { $0.elementsEqual(id.utf8) }?.startIndex ?? range.lowerBound) + 1
    }
    return SourceLocation(line: line, column: column)
  }
}
