/// What one status symbol means and which symbol follows when the task is toggled.
package struct StatusDefinition: Hashable, Sendable {
  /// The scalar between the brackets.
  package var symbol: Unicode.Scalar
  package var name: String
  package var type: StatusType
  /// What toggling writes.
  package var next: Unicode.Scalar

  package var status: TaskStatus { TaskStatus(symbol: symbol, name: name, type: type) }

  /// `X` counts as done, as in Dataview.
  package static let defaults = [
    StatusDefinition(symbol: " ", name: "Todo", type: .todo, next: "x"),
    StatusDefinition(symbol: "x", name: "Done", type: .done, next: " "),
    StatusDefinition(symbol: "X", name: "Done", type: .done, next: " "),
    StatusDefinition(symbol: "/", name: "In Progress", type: .inProgress, next: "x"),
    StatusDefinition(symbol: "-", name: "Cancelled", type: .cancelled, next: " "),
  ]
}
