import VaultCore
import VaultInterface
import VaultStore

/// Something that an assistant can ask for or do.
struct MCPTool: Sendable {
  enum Work: Sendable {
    case read(@Sendable (ToolArguments, ToolReader) throws -> JSONValue)
    case change(@Sendable (ToolArguments, ToolEditor) throws -> JSONValue)
  }

  /// What hosts ask a person about, or do not.
  enum Hint: Sendable {
    case reads, adds
    case changes(isIdempotent: Bool)
  }

  var name: String
  /// For people.
  var title: String
  var description: String
  var parameters: [ToolParameter]
  var output: [ToolOutput]
  var hint: Hint
  var work: Work

  /// What only reads.
  init(
    _ name: String, _ title: String, _ description: String, _ parameters: [ToolParameter], output: [ToolOutput],
    read: @escaping @Sendable (ToolArguments, ToolReader) throws -> JSONValue
  ) {
    (self.name, self.title, self.description, self.parameters) = (name, title, description, parameters)
    (self.output, hint, work) = (output, .reads, .read(read))
  }

  /// What changes notes.
  init(
    _ name: String, _ title: String, _ description: String, _ parameters: [ToolParameter], _ hint: Hint,
    change: @escaping @Sendable (ToolArguments, ToolEditor) throws -> JSONValue
  ) {
    (self.name, self.title, self.description, self.parameters) = (name, title, description, parameters)
    (output, self.hint, work) = (ToolOutput.change, hint, .change(change))
  }

  /// In the order in which clients get them: what only reads comes first.
  static let all = [
    searchNotes, readNote, listNotes, listTasks, getLinks, vaultOverview, createNote, editNote, addText, setProperties,
    addTask, changeTask, moveNote, deleteNote, undoChange,
  ]

  /// So many of them only read.
  static let readers = 6

  var json: JSONValue {
    .members(
      ("name", .text(name)), ("title", .text(title)), ("description", .text(description)),
      ("inputSchema", Self.schema(parameters.map { ($0.name, $0.schema, $0.isRequired) }, isClosed: true)),
      ("outputSchema", Self.schema(output.map { ($0.name, $0.type, $0.isRequired) }, isClosed: false)),
      ("annotations", hint.json))
  }

  private static func schema(_ members: [(String, JSONValue, isRequired: Bool)], isClosed: Bool) -> JSONValue {
    let required = members.filter(\.isRequired).map(\.0)
    return .members(
      ("type", .text("object")), ("properties", .object(members.map { .init($0.0, $0.1) })),
      ("additionalProperties", isClosed ? .bool(false) : nil), ("required", required.isEmpty ? nil : .texts(required)))
  }
}

extension MCPTool.Hint {
  fileprivate var json: JSONValue {
    switch self {
    case .reads: .members(("readOnlyHint", .bool(true)), ("openWorldHint", .bool(false)))
    case .adds: Self.json(isDestructive: false, isIdempotent: false)
    case .changes(let isIdempotent): Self.json(isDestructive: true, isIdempotent: isIdempotent)
    }
  }

  private static func json(isDestructive: Bool, isIdempotent: Bool) -> JSONValue {
    .members(
      ("readOnlyHint", .bool(false)), ("openWorldHint", .bool(false)), ("destructiveHint", .bool(isDestructive)),
      ("idempotentHint", .bool(isIdempotent)))
  }
}

extension MCPServer {
  /// Throws −32602 for a tool that is not there. Wrong arguments are an answer of the tool's: a model can mend those.
  func toolQuestion(_ call: Call) throws(RPCError) -> Question<Result<JSONValue, RPCError>> {
    let parameters = RPCParameters(call.params)
    let name = try parameters.text("name")
    guard let tool = tools.first(where: { $0.name == name }) else {
      throw RPCError(
        .invalidParams, "there is no tool \"\(ShownName.quoted(name))\" here; tools/list has those that there are")
    }
    let arguments = Result { try ToolArguments(call.params?["arguments"], of: tool) }
    switch tool.work {
    case .read(let read):
      return Question { .success(try read(arguments.get(), ToolReader($0, self)).asResult) }
    case .change(let change):
      return .change { editor in
        let arguments = try arguments.get()
        if arguments.flag("dry_run") != true { try self.quota.take() }
        return .success(try change(arguments, ToolEditor(editor, tool: tool.name, client: call.client)).asResult)
      }
    }
  }

  /// What a question that was not answered is answered with.
  static func result(of failure: ToolFailure, _ call: Call) -> Result<JSONValue, RPCError> {
    call.method == "tools/call" ? .success(failure.result) : .failure(failure.asProtocolError(call))
  }
}

extension JSONValue {
  /// The result of a tool: the value, and the same as the one text block, since clients show one or the other.
  fileprivate var asResult: JSONValue {
    .members(
      ("content", .list([.textBlock(String(decoding: bytes, as: UTF8.self))])), ("structuredContent", self))
  }

  static func textBlock(_ text: String) -> JSONValue { .members(("type", .text("text")), ("text", .text(text))) }
}
