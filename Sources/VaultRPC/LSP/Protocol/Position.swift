import VaultCore

/// A place in a text as clients count: lines from 0, and in a line so many code units of the encoding that was agreed on.
struct Position: Hashable, Comparable, Sendable {
  var line: Int
  var character: Int

  static func < (a: Self, b: Self) -> Bool { (a.line, a.character) < (b.line, b.character) }

  init(line: Int, character: Int) { (self.line, self.character) = (line, character) }

  init(_ json: JSONValue) throws(RPCError) {
    let parameters = RPCParameters(json)
    line = try parameters.integer("line")
    character = try parameters.integer("character")
  }

  var json: JSONValue { .members(("line", .integer(line)), ("character", .integer(character))) }
}

/// What lies between two places, the second not included.
struct PositionRange: Hashable, Sendable {
  var start: Position
  var end: Position

  init(_ start: Position, _ end: Position) { (self.start, self.end) = (start, end) }

  init(_ json: JSONValue) throws(RPCError) {
    let parameters = RPCParameters(json)
    start = try Position(parameters.object("start"))
    end = try Position(parameters.object("end"))
  }

  var json: JSONValue { .members(("start", start.json), ("end", end.json)) }
}
