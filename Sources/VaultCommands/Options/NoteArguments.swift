import ArgumentParser
import VaultStore

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Notes named on the command line.
struct NoteArguments: ParsableArguments {
  static let help =
    "A note's path, with or without extension, file name, title, alias or id; - reads paths from standard input."

  @Argument(
    help: ArgumentHelp("\(Self.help)", valueName: "note"),
    completion: .custom { words, _, prefix in VaultCompletion.notes(words: words, prefix: prefix) })
  var notes: [String]

  /// The names given, those from standard input in place of each `-`.
  func names() throws -> [String] {
    var names: [String] = []
    for note in notes {
      if note == "-" { names += Self.split(try StandardInput.read()) } else { names.append(note) }
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

struct NoNotesGiven: Error, CustomStringConvertible {
  var description: String { "standard input names no note" }
}

enum StandardInput {
  struct Failure: Error, CustomStringConvertible {
    var code: Int32
    var description: String { "standard input cannot be read: \(String(cString: strerror(code)))" }
  }

  /// All that is left of it, which must be UTF-8.
  static func text() throws -> [UInt8] {
    let bytes = try read()
    guard String(validating: bytes, as: UTF8.self) != nil else { throw NotText() }
    return bytes
  }

  struct NotText: Error, CustomStringConvertible {
    var description: String { "standard input is not UTF-8 text; convert it first, for example with iconv" }
  }

  /// All that is left of it.
  static func read() throws -> [UInt8] {
    var all: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = block.withUnsafeMutableBytes { readBlock($0) }
      if count > 0 {
        all += block[..<count]
      } else if count == 0 {
        return all
      } else if errno != EINTR {
        throw Failure(code: errno)
      }
    }
  }

  private static func readBlock(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
    #if canImport(Glibc)
      Glibc.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #else
      Darwin.read(STDIN_FILENO, buffer.baseAddress, buffer.count)
    #endif
  }
}
