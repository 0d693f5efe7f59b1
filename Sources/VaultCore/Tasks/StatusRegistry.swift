/// Which symbol between a task's brackets means what, and what toggling makes of it.
package struct StatusRegistry: Hashable, Sendable {
  private var definitions: [Unicode.Scalar: StatusDefinition]

  /// The defaults with `custom` laid over them: of two definitions of one symbol the later counts.
  package init(custom: [StatusDefinition] = []) {
    definitions = [:]
    for definition in StatusDefinition.defaults + custom { definitions[definition.symbol] = definition }
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
  package var all: [StatusDefinition] {
    definitions.values.sorted { $0.symbol.value < $1.symbol.value }
  }
}
