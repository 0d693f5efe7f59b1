import VaultCore
import VaultStore

extension RecordFields where Record == ChangedTask {
  package static func changedTask(in vault: any RecordVault) -> RecordFields {
    RecordFields(
      [
        Field("state") { .text($0.state.rawValue) }, Field("from") { .text($0.from?.text) },
      ] + RecordFields<TaskView>.task(in: vault).of { (task: ChangedTask) in task.view })

  }
}
