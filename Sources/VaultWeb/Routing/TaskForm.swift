import VaultCore
import VaultInterface
import VaultStore

/// What the form of a task's page does.
struct TaskForm {
  let application: WebApplication

  func answer(_ handle: String, _ fields: FormFields, _ url: VaultURL) async throws -> WebResponse {
    if fields["delete"] != nil {
      let outcome = try await application.change { try $0.removeTasks([handle], nested: false) }
      return .seeOther(DoneRemark.address(VaultURL(.tasks).path, outcome.change))
    }
    if fields["toggle"] != nil {
      let outcome = try await application.change { try $0.toggleTask(handle) }
      return .seeOther(address(of: outcome, or: url))
    }
    let change = try Self.change(fields)
    guard !change.isEmpty else { return .seeOther(url.path) }
    let outcome = try await application.change { try $0.editTasks([handle], change) }
    return .seeOther(address(of: outcome, or: url))
  }

  /// Another text may be another task, with a handle of its own.
  private func address(of outcome: TaskChangeOutcome, or url: VaultURL) -> String {
    outcome.tasks.first { $0.state == .updated }.map { VaultURL(.task(handle: $0.view.task.handle)).path } ?? url.path
  }

  /// The fields that a person changed of those that were shown.
  private static func change(_ fields: FormFields) throws -> TaskFieldChange {
    func changed(_ name: String) -> String? {
      let value = name == "due" && isUndated(fields) ? "" : fields[name]
      return value == fields["shown-\(name)"] ? nil : value?.trimmingBlanks
    }
    var change = try change(changed)
    if let text = changed("text") {
      guard !text.isEmpty else { throw EmptyTextError() }
      change.description = text
    }
    return change
  }

  /// The fields that are said beside quick words; a blank one says nothing.
  static func saidBesides(_ fields: FormFields) throws -> TaskFieldChange {
    try change { name in
      let value = fields[name]?.trimmingBlanks ?? ""
      let isSaid = !value.isEmpty && !(name == "due" && isUndated(fields)) && value != TaskPriority.none.rawValue
      return isSaid ? value : nil
    }
  }

  /// A browser sends a switch that is on behind the field that says that it is off.
  private static func isUndated(_ fields: FormFields) -> Bool { fields.all(named: TaskFields.dated).last == "no" }

  private static func change(_ said: (_ field: String) -> String?) throws -> TaskFieldChange {
    var change = TaskFieldChange()
    if let due = said("due") {
      let day = CivilDate(due)
      guard day != nil || due.isEmpty else {
        throw WebProblem(422, "bad-argument", "\(ShownName.quoted(due)) is no day; write it like 2026-03-14.")
      }
      change.set(.due, day)
    }
    if let name = said("priority") {
      guard let priority = TaskPriority(rawValue: name) else {
        throw WebProblem(422, "bad-argument", "\(ShownName.quoted(name)) is no priority.")
      }
      change.set(priority)
    }
    if let category = said("category") { try change.set(.category, text: category.isEmpty ? nil : category) }
    return change
  }
}
