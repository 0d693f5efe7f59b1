import ArgumentParser
import Foundation

/// What the parser knows of a command: manual pages and completion are made of it.
struct CommandDescription: Decodable {
  var commandName: String
  var abstract: String?
  var discussion: String?
  var shouldDisplay: Bool?
  var subcommands: [CommandDescription]?
  /// The one that is meant where none is named.
  var defaultSubcommand: String?
  var arguments: [Argument]?

  var isShown: Bool { shouldDisplay ?? true }

  /// With all commands below it, which for the program itself takes as long as many an answer.
  init(of command: any ParsableArguments.Type) throws {
    self = try JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8)).command
  }

  private struct Tool: Decodable {
    var command: CommandDescription
  }

  struct Argument: Decodable {
    struct Name: Decodable {
      var kind: String
      var name: String

      var spelling: String { kind == "long" ? "--" + name : "-" + name }
    }

    /// What its values are: one of these, or none.
    struct Values: Decodable {
      struct Listed: Decodable { var values: [String] }
      struct OfFolder: Decodable {}

      var list: Listed?
      var file: OfFolder?
      var directory: OfFolder?
    }

    var kind: String
    var shouldDisplay: Bool?
    var sectionTitle: String?
    var isOptional: Bool?
    var isRepeating: Bool?
    var names: [Name]?
    var valueName: String?
    var defaultValue: String?
    var completionKind: Values?
    var abstract: String?
    var discussion: String?

    var isShown: Bool { shouldDisplay ?? true }
    var takesValue: Bool { kind == "option" }
  }
}
