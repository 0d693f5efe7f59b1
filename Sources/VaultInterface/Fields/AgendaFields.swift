import VaultCore
import VaultStore

extension RecordFields where Record == AgendaEntry {
  /// A task's fields, the day that it is listed under, and why.
  package static func agendaEntry(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      RecordFields<TaskView>.task(in: vault).of { (entry: AgendaEntry) in entry.view } + [
        Field("day") { .text($0.entry.day.description) },
        Field("reason") { .text($0.entry.reason.rawValue) },
      ])
  }
}
