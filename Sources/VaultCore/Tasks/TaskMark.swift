/// The bullet and box of a task's line in front of what was given as the text of a new one.
package enum TaskMark {
  /// The text without them. Throws where the box is that of a task that is not open.
  package static func removed(from text: String) throws(MarkedTaskError) -> String {
    let bytes = Array(text.utf8)
    guard bytes.count > 4, "-*+".utf8.contains(bytes[0]), bytes[1] == 0x20, bytes[2] == 0x5B else { return text }
    let box = text.unicodeScalars.dropFirst(3)
    guard let symbol = box.first, box.dropFirst().first == "]" else { return text }
    let rest = box.dropFirst(2)
    guard rest.isEmpty || rest.first == " " else { return text }
    guard symbol == " " else { throw MarkedTaskError(symbol: symbol) }
    return String(String.UnicodeScalarView(rest.drop { $0 == " " }))
  }
}

/// A new task that would be written with another mark than that of one to be done.
package struct MarkedTaskError: Failure {
  package let symbol: Unicode.Scalar

  package var kind: FailureKind { .badArgument }
  package var message: Message {
    "a new task is to be done, and cannot begin with [\(ShownName.quoted(String(symbol)))]; leave the box out"
  }
}
