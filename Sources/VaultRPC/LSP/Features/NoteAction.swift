import VaultCore
import VaultStore

/// A change that is offered at a place of a note: what it is, as a value that goes to the client and comes back when somebody
/// has chosen it.
enum NoteAction: Sendable, Hashable {
  /// Lines count from 1.
  case toggleTask(line: Int)
  case setDate(line: Int, TaskFieldKind, CivilDate?)
  case setPriority(line: Int, TaskPriority)
  /// The note that a link would lead to, by the path in the link.
  case createNote(String)
  /// Another path for the link that begins at a place.
  case linkTo(String, from: SourceLocation)
  case renameAfterTitle
  case addBlockID(line: Int)
  case extractSection(line: Int, embeds: Bool)
  case inlineEmbed(line: Int)
  case makeTask(line: Int)
  case makeItem(line: Int)
  case alignTable(line: Int)
  /// The link that begins there, in the other syntax.
  case changeSyntax(SourceLocation)

  /// How editors sort what is offered.
  enum Kind: String, Sendable {
    case quickFix = "quickfix"
    case rewrite = "refactor.rewrite"
    case extract = "refactor.extract"
    case inline = "refactor.inline"
  }

  var kind: Kind {
    switch self {
    case .createNote, .linkTo: .quickFix
    case .extractSection: .extract
    case .inlineEmbed: .inline
    default: .rewrite
    }
  }

  /// True where files are made or get other names, which not all clients can do.
  var touchesFiles: Bool {
    switch self {
    case .createNote, .renameAfterTitle, .extractSection: true
    default: false
    }
  }

  // MARK: As data

  var json: JSONValue {
    func data(_ name: String, _ members: (String, JSONValue?)...) -> JSONValue {
      .object(
        [JSONValue.Member("action", .text(name))]
          + members.compactMap { name, value in value.map { JSONValue.Member(name, $0) } })
    }
    switch self {
    case .toggleTask(let line): return data("toggleTask", ("line", .integer(line)))
    case .setDate(let line, let kind, let day):
      return data(
        "setDate", ("line", .integer(line)), ("field", .text(kind.rawValue)),
        ("day", day.map { .text($0.description) }))
    case .setPriority(let line, let priority):
      return data("setPriority", ("line", .integer(line)), ("priority", .text(priority.rawValue)))
    case .createNote(let path): return data("createNote", ("path", .text(path)))
    case .linkTo(let path, let place):
      return data(
        "linkTo", ("path", .text(path)), ("line", .integer(place.line)), ("column", .integer(place.column)))
    case .renameAfterTitle: return data("renameAfterTitle")
    case .addBlockID(let line): return data("addBlockID", ("line", .integer(line)))
    case .extractSection(let line, let embeds):
      return data("extractSection", ("line", .integer(line)), ("embeds", .bool(embeds)))
    case .inlineEmbed(let line): return data("inlineEmbed", ("line", .integer(line)))
    case .makeTask(let line): return data("makeTask", ("line", .integer(line)))
    case .makeItem(let line): return data("makeItem", ("line", .integer(line)))
    case .alignTable(let line): return data("alignTable", ("line", .integer(line)))
    case .changeSyntax(let place):
      return data("changeSyntax", ("line", .integer(place.line)), ("column", .integer(place.column)))
    }
  }

  /// Reads what `json` gave; it may come from anybody.
  init(_ json: JSONValue) throws(RPCError) {
    let data = RPCParameters(json)
    switch try data.text("action") {
    case "toggleTask": self = .toggleTask(line: try data.integer("line"))
    case "setDate":
      guard let kind = TaskFieldKind(rawValue: try data.text("field")), kind.isDate else { throw Self.malformed }
      let day = json["day"]?.text.flatMap { CivilDate($0) }
      guard json["day"] == nil || day != nil else { throw Self.malformed }
      self = .setDate(line: try data.integer("line"), kind, day)
    case "setPriority":
      guard let priority = TaskPriority(rawValue: try data.text("priority")) else { throw Self.malformed }
      self = .setPriority(line: try data.integer("line"), priority)
    case "createNote": self = .createNote(try data.text("path"))
    case "linkTo":
      let place = SourceLocation(line: try data.integer("line"), column: try data.integer("column"))
      self = .linkTo(try data.text("path"), from: place)
    case "renameAfterTitle": self = .renameAfterTitle
    case "addBlockID": self = .addBlockID(line: try data.integer("line"))
    case "extractSection":
      self = .extractSection(line: try data.integer("line"), embeds: json["embeds"]?.isTrue == true)
    case "inlineEmbed": self = .inlineEmbed(line: try data.integer("line"))
    case "makeTask": self = .makeTask(line: try data.integer("line"))
    case "makeItem": self = .makeItem(line: try data.integer("line"))
    case "alignTable": self = .alignTable(line: try data.integer("line"))
    case "changeSyntax":
      self = .changeSyntax(SourceLocation(line: try data.integer("line"), column: try data.integer("column")))
    default: throw Self.malformed
    }
  }

  private static var malformed: RPCError { RPCError(.invalidParams, "the action is none of this server's") }
}
