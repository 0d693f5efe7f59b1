import Testing

@testable import VaultCore

@Suite struct StatusRegistryTests {
  @Test(
    arguments: [
      (" ", "Todo", StatusType.todo, "x"),
      ("x", "Done", .done, " "),
      ("X", "Done", .done, " "),
      ("/", "In Progress", .inProgress, "x"),
      ("-", "Cancelled", .cancelled, " "),
      (">", "Unknown", .todo, "x"),
      ("é", "Unknown", .todo, "x"),
    ] as [(Unicode.Scalar, String, StatusType, Unicode.Scalar)])
  func defaults(_ symbol: Unicode.Scalar, _ name: String, _ type: StatusType, _ next: Unicode.Scalar) {
    let registry = StatusRegistry.default
    #expect(registry.status(for: symbol) == TaskStatus(symbol: symbol, name: name, type: type))
    #expect(registry.next(after: symbol) == next)
  }

  @Test func customDefinitionsReplaceDefaults() {
    let registry = StatusRegistry(custom: [
      .init(symbol: "/", name: "Doing", type: .inProgress, next: "w"),
      .init(symbol: "w", name: "Waiting", type: .todo, next: "q"),
      .init(symbol: "w", name: "Waiting", type: .onHold, next: "x"),
    ])
    #expect(registry.next(after: "/") == "w")
    #expect(registry.status(for: "w").type == .onHold)
    #expect(registry.next(after: "w") == "x")
    #expect(registry.status(for: "x").type == .done)
    #expect(registry.all.map(\.symbol) == [" ", "-", "/", "X", "w", "x"])
  }
}
