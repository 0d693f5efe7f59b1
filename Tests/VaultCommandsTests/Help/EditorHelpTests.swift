import Testing

@testable import VaultCommands
@testable import VaultCore
@testable import VaultRPC

@Suite("Help about editors")
struct EditorHelpTests {
  /// All but the one that only offered actions carry.
  @Test func everyCommandIsThere() {
    let told = EditorHelp.commands.map { $0.term.prefix { $0 != " " } }.map(String.init)
    #expect(told == CommandMethod.Command.allCases.filter { $0 != .act }.map(\.rawValue))
  }

  /// By their names in settings, with what holds where a client says nothing.
  @Test func everySettingIsThere() {
    let settings = Mirror(reflecting: EditorSettings(Configuration())).children.map { child in
      let name = (child.label ?? "").replacing(#/[A-Z]/#) { "_\($0.output.lowercased())" }
      return "\(name): \(child.value)"
    }
    #expect(EditorHelp.settings.map { "\($0.term): \($0.kind)" } == settings)
  }
}
