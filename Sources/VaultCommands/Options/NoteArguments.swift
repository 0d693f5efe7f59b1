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
    let names = try StandardInput.names(arguments)
    guard !names.isEmpty else {
      throw CommandFailure(kind: .notFound, message: "no notes were named on standard input")
    }
    return names
  }
}

enum StandardInput {
  /// The arguments, those from standard input in place of each `-`.
  static func names(_ arguments: [String]) throws -> [String] {
    try arguments.flatMap { $0 == "-" ? split(try read()) : [$0] }
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

  /// A note's text: that of the arguments or, where there is none or only `-`, all that is left of standard input, which
  /// must be UTF-8 without NUL. A person at the terminal is told that it is waited for.
  static func text(or arguments: [String] = [], _ context: CommandContext) throws -> [UInt8] {
    guard arguments.isEmpty || arguments == ["-"] else { return Array(arguments.joined(separator: " ").utf8) }
    if isatty(STDIN_FILENO) == 1 { context.note("Type the text; Ctrl-D on a line of its own ends it.") }
    let bytes = try read()
    try check(isEmpty: bytes.allSatisfy(\.isSpaceOrLineBreak), "text")
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw CommandFailure(
        kind: .unreadable, message: "standard input is not UTF-8 text; convert it first, for example with iconv")
    }
    guard !bytes.contains(0) else {
      throw CommandFailure(
        kind: .unreadable, message: "standard input has a NUL byte, so it is no text; give it as text")
    }
    return bytes
  }

  /// Throws where it has none of what was asked of it.
  static func check(isEmpty: Bool, _ wanted: String) throws {
    guard isEmpty else { return }
    throw CommandFailure(kind: .notFound, message: "there is no \(wanted) on standard input")
  }

  /// In bytes.
  private static let longest = 1 << 30

  /// All that is left of it.
  static func read() throws -> [UInt8] {
    do {
      guard let bytes = try readAll(STDIN_FILENO, limit: longest) else {
        throw CommandFailure(
          kind: .unreadable, message: "standard input has more than the \(longest >> 20) MiB that are read; give less")
      }
      return bytes
    } catch let error as SystemFailure {
      throw CommandFailure(
        kind: .unreadable, message: "standard input cannot be read: \(String(cString: strerror(error.code)))")
    }
  }
}
