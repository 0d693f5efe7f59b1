import Foundation
import Testing
import VaultCore
import VaultInterface
import VaultTerminal

@testable import VaultCommands

struct RecordOutputTests {
  struct Item: Sendable {
    var path: String
    var line: Int
    var title: String?
    var tags: [String] = []
    var score = 0.0
  }

  static let fields = RecordFields<Item>([
    .init("path") { .text($0.path) },
    .init("line") { .integer($0.line) },
    .init("title") { .text($0.title) },
    .init("tags") { .texts($0.tags) },
    .init("status", members: ["symbol", "name"]) { _ in
      .object([.init("symbol", .text("x")), .init("name", .text("Done"))])
    },
    .init("properties", isOpen: true) { .object([.init("Rating", .number($0.score))]) },
  ])

  private let items = [
    Item(path: "a.md", line: 1, title: "A \"q\"", tags: ["x", "y"], score: 2.5),
    Item(path: "a.md", line: 2, score: 3), Item(path: "b\nc.md", line: 3, title: "\u{1B}[1m"),
  ]

  private func output(
    _ mode: OutputMode, _ items: [Item]? = nil, context: TerminalContext = TerminalContext()
  ) throws -> String {
    let sink = OutputSink()
    let printer = Printer(context: context, theme: Theme(), sink: sink)
    try ListOutput(mode, fields: Self.fields) { NotePath($0.path) }
      .write(items ?? self.items, total: 7, to: printer) { try printer.line("text") }
    return String(decoding: sink.bytes, as: UTF8.self)
  }

  @Test func json() throws {
    let text = try output(.json)
    #expect(
      text == """
        [
        {"path":"a.md","line":1,"title":"A \\"q\\"","tags":["x","y"],"status":{"symbol":"x","name":"Done"},\
        "properties":{"Rating":2.5}},
        {"path":"a.md","line":2,"title":null,"tags":[],"status":{"symbol":"x","name":"Done"},"properties":{"Rating":3}},
        {"path":"b\\nc.md","line":3,"title":"\\u001b[1m","tags":[],"status":{"symbol":"x","name":"Done"},\
        "properties":{"Rating":0}}
        ]

        """)
    #expect(try output(.json, []) == "[]\n")
    #expect(try output(.jsonl).split(separator: "\n").count == 3)
    #expect(try output(.jsonl, []) == "")
  }

  @Test(arguments: [
    ("{path}:{line} {title}", "a.md:1 A \"q\"\n"),
    ("{{{line}}}\\t{tags}\\\\", "{1}\tx, y\\\n"),
    ("{status.symbol} {status} { line }", "x {\"symbol\":\"x\",\"name\":\"Done\"} 1\n"),
    ("{properties.rating} {properties.none}|", "2.5 |\n"),
    ("日本 }", "日本 }\n"), ("", "\n"),
  ])
  func format(_ template: String, _ expected: String) throws {
    #expect(try output(.format(RecordFormat(template)), [items[0]]) == expected)
  }

  @Test func aFormatOnATerminalShowsControlCharacters() throws {
    let format = OutputMode.format(try RecordFormat("{title} {path}"))
    #expect(try output(format, [items[2]]) == "\u{1B}[1m b\nc.md\n")
    #expect(try output(format, [items[2]], context: TerminalContext(outputIsTerminal: true)) == "␛[1m b␊c.md\n")
  }

  @Test func unknownFields() throws {
    for name in ["pth", "path.x", "status.none", "Path", ""] {
      let failure = #expect(throws: RecordFormat.Failure.self) {
        try ListOutput(.format(try RecordFormat("{\(name)}")), fields: Self.fields) { NotePath($0.path) }
      }
      #expect(
        failure
          == .unknown(
            name: name,
            known: [
              "path", "line", "title", "tags", "status", "status.symbol", "status.name", "properties", "properties.…",
            ]))
    }
    #expect(throws: RecordFormat.Failure.unclosed(position: 3)) { try RecordFormat("a {line") }
  }

  @Test func otherModes() throws {
    #expect(try output(.text) == "text\n")
    #expect(try output(.count) == "7\n")
    #expect(try output(.quiet) == "")
    #expect(try output(.paths0) == "a.md\0b\nc.md\0")
    #expect(try output(.paths0, context: TerminalContext(outputIsTerminal: true)) == "a.md\0b␊c.md\0")
  }

  @Test func modesExcludeEachOther() throws {
    #expect(try OutputMode() == .text)
    #expect(try OutputMode(jsonl: true) == .jsonl)
    #expect(throws: OutputModeConflict(options: ["--json", "--count"])) { try OutputMode(json: true, count: true) }
  }
}
