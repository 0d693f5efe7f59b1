import ArgumentParser
import VaultCore
import VaultInterface
import VaultStore
import VaultTerminal

/// `vault properties`
struct PropertiesCommand: WordCommand, ContextCommand {
  static let configuration = CommandConfiguration(
    commandName: "properties",
    abstract: "The properties of all notes, with their types; or the values of one.",
    discussion: """
      Properties are what front matter has. Counted are the notes that have one; of a list each value counts on its own. \
      -0 prints names or values, a NUL after each.

      Examples:
        vault properties
        vault properties --sort count --limit 10
        vault properties category
        vault properties tags --format '{count} {value}'
      """)

  @Argument("The property whose values are wanted.", value: "name", completion: .properties)
  var name: String?

  @Option(help: ArgumentHelp("The order of properties: name, or count with the greatest first.", valueName: "key"))
  var sort = TagsCommand.Order.name

  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup(title: "Options of every command") var options: GlobalOptions

  func run(in context: CommandContext) throws -> ExitStatus {
    if let name { return try writeValues(of: name, context) }
    let list = try ListOutput(output.mode(options), fields: .property, arePaths: false) { NotePath($0.key) }
    var properties = try context.read { try $0.properties() }
    if sort == .count { properties.sort { ($1.count, $0.key) < ($0.count, $1.key) } }
    return try list.answer(properties, limit: output.limit, context, nothing: "No note has a property.") { shown in
      try Self.write(shown.map { ($0.count, $0.key, $0.types.joined(separator: ", ")) }, context.printer)
    }
  }

  private func writeValues(of name: String, _ context: CommandContext) throws -> ExitStatus {
    let list = try ListOutput(output.mode(options), fields: .propertyValue, arePaths: false) {
      NotePath($0.value.formatted)
    }
    let values = try context.read { try $0.values(ofProperty: name) }
    return try list.answer(values, limit: output.limit, context, nothing: "No note has the property \(name).") {
      shown in
      try Self.write(shown.map { ($0.count, $0.value.formatted, "") }, context.printer)
    }
  }

  private static func write(_ rows: [(count: Int, name: String, remark: String)], _ printer: Printer) throws {
    let width = rows.map { String($0.count).utf8.count }.max() ?? 0
    try printer.table(
      rows.map { row in
        let count = StyledText(String(row.count), printer.theme[.muted]).padded(to: width, leading: true)
        let remark = row.remark.isEmpty ? [] : [StyledText(row.remark, printer.theme[.muted])]
        return [count, StyledText(row.name)] + remark
      })
  }
}
