import Foundation
import VaultGenerator

/// Notes on disk that rows may change, if they say so before and change them back.
protocol ChangeableVault: Sendable {
  var root: String { get }
  /// While the vault is being changed it counts as incomplete, and whoever finds it so writes it afresh.
  func markIncomplete() throws
  func markComplete() throws
  /// When the last note was written: an index built within two seconds of it would rightly mistrust the files.
  func completionTime() throws -> Date
}

extension GeneratedVault: ChangeableVault {}

/// What rows measure: generated notes, or a copy of somebody's.
struct MeasuredVault: Sendable {
  /// The first line of its block.
  let title: String
  let facts: VaultFacts
  /// Lines on what is not measured, or otherwise than usual.
  var remarks: [String] = []
  private let notes: any ChangeableVault

  init(_ generated: GeneratedVault) {
    title = "\(generated.statistics.notes) notes"
    facts = VaultFacts(generated.statistics)
    notes = generated
  }

  init(_ copy: CopiedVault, title: String) {
    self.title = title
    facts = copy.facts
    notes = copy
  }

  var root: String { notes.root }

  /// The exit status besides 0 that a search may have: of somebody's notes it is not known that anything is found.
  var nothing: Int32 { facts.isGenerated ? 0 : 1 }

  func markIncomplete() throws { try notes.markIncomplete() }

  func markComplete() throws { try notes.markComplete() }

  /// Until an index believes the files: two seconds after the last change, and one more for coarse clocks.
  func settle() async throws {
    let age = Date().timeIntervalSince(try notes.completionTime())
    if age < 3 { try await Task.sleep(for: .seconds(3 - max(age, 0))) }
  }

  /// What its block says below its title.
  var detail: String {
    let megabytes = Double(facts.bytes) / 1e6
    let known = facts.openTasks > 0 ? "at least \(facts.openTasks) open tasks" : "tasks uncounted"
    let tasks = facts.tasks.map { "\($0) tasks" } ?? known
    let each = Set(facts.notesWithWord).count == 1 ? facts.notesWithWord.prefix(1) : facts.notesWithWord[...]
    return "\(Table.decimal(megabytes, megabytes < 1 ? 2 : 1)) MB in \(facts.folders) folders, \(tasks); each word in "
      + each.map(String.init).joined(separator: " and ")
      + " notes, both in \(facts.notesWithBothWords), the phrase in \(facts.notesWithPhrase)"
  }
}
