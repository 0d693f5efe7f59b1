/// Which symbol between a task's brackets means what, and what toggling makes of it.
package struct StatusRegistry: Hashable, Sendable {
  package struct Definition: Hashable, Sendable {
    package var symbol: Unicode.Scalar
    package var name: String
    package var type: StatusType
    /// What toggling writes.
    package var next: Unicode.Scalar

    package init(symbol: Unicode.Scalar, name: String, type: StatusType, next: Unicode.Scalar) {
      self.symbol = symbol
      self.name = name
      self.type = type
      self.next = next
    }

    package var status: TaskStatus { TaskStatus(symbol: symbol, name: name, type: type) }
  }

  private var definitions: [Unicode.Scalar: Definition]

  /// The defaults with `custom` laid over them: of two definitions of one symbol the later counts.
  package init(custom: [Definition] = []) {
    definitions = [:]
    for definition in Self.defaults + custom { definitions[definition.symbol] = definition }
  }

  package static let `default` = StatusRegistry()

  /// An unknown symbol is a todo that keeps it.
  package func status(for symbol: Unicode.Scalar) -> TaskStatus {
    definitions[symbol]?.status ?? TaskStatus(symbol: symbol, name: "Unknown", type: .todo)
  }

  /// The symbol that toggling writes in place of `symbol`; `x` for an unknown one.
  package func next(after symbol: Unicode.Scalar) -> Unicode.Scalar {
    definitions[symbol]?.next ?? "x"
  }

  /// By symbol, so that listings are the same every time.
  package var all: [Definition] {
    definitions.values.sorted { $0.symbol.value < $1.symbol.value }
  }

  /// `X` counts as done, as in Dataview.
  private static let defaults = [
    Definition(symbol: " ", name: "Todo", type: .todo, next: "x"),
    Definition(symbol: "x", name: "Done", type: .done, next: " "),
    Definition(symbol: "X", name: "Done", type: .done, next: " "),
    Definition(symbol: "/", name: "In Progress", type: .inProgress, next: "x"),
    Definition(symbol: "-", name: "Cancelled", type: .cancelled, next: " "),
  ]
}
