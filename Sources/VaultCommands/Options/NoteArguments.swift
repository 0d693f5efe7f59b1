import ArgumentParser
import VaultCore
import VaultPlatform
import VaultStore

/// Notes named on the command line.
struct NoteArguments: ParsableArguments {
  static let help =
    "A note's path, with or without extension, file name, title, alias or id; - reads paths from standard input."

  @Argument(Self.help, value: "note", completion: .notes)
  var notes: [String]

  /// The names given, those from standard input in place of each `-`.
  func names() throws -> [String] { try Self.names(notes) }

  static func names(_ arguments: [String]) throws -> [String] {
    var names: [String] = []
    for argument in arguments {
      if argument == "-" { names += split(try StandardInput.read()) } else { names.append(argument) }
    }
    guard !names.isEmpty else { throw NoNotesGiven() }
    return names
  }

  /// Separated by NUL where there is one, else by line ends.
  static func split(_ bytes: [UInt8]) -> [String] {
    let isNull = bytes.contains(0)
    return bytes.split(separator: isNull ? 0 : 0x0A).compactMap { line in
      var line = line
      if !isNull, line.last == 0x0D { line.removeLast() }
      return line.isEmpty ? nil : String(decoding: line, as: UTF8.self)
    }
  }
}

struct NoNotesGiven: Failure {
  var kind: FailureKind { .refused }
  var message: Message { "standard input names no note" }
}

enum StandardInput {
  struct Failure: VaultCore.Failure {
    var code: Int32
    var kind: FailureKind { .unreadable }
    var message: Message { "standard input cannot be read: \(String(cString: strerror(code)))" }
  }

  /// A note's text: that of the arguments or, where there is none or only `-`, all that is left of standard input, which
  /// must be UTF-8 without NUL. A person at the terminal is told that it is waited for.
  static func text(or arguments: [String] = [], _ context: CommandContext) throws -> [UInt8] {
    guard arguments.isEmpty || arguments == ["-"] else { return Array(arguments.joined(separator: " ").utf8) }
    if isatty(STDIN_FILENO) == 1 { context.note("Type the text; Ctrl-D on a line of its own ends it.") }
    let bytes = try read()
    guard String(validating: bytes, as: UTF8.self) != nil else { throw NotText(hasNUL: false) }
    guard !bytes.contains(0) else { throw NotText(hasNUL: true) }
    return bytes
  }

  struct NotText: VaultCore.Failure {
    var hasNUL: Bool

    var kind: FailureKind { .unreadable }
    var message: Message {
      hasNUL
        ? "standard input has a NUL byte, so it is no text; give it as text"
        : "standard input is not UTF-8 text; convert it first, for example with iconv"
    }
  }

  /// All that is left of it.
  static func read() throws -> [UInt8] {
    do throws(SystemFailure) {
      return try readAll(STDIN_FILENO, limit: .max) ?? []
    } catch {
      throw Failure(code: error.code)
    }
  }
}
