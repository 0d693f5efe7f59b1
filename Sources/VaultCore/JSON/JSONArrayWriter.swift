/// Writes one JSON array, each element on a line of its own, so that it can be read by eye and by line-based tools.
package struct JSONArrayWriter<Problem: Error> {
  private let emit: ([UInt8]) throws(Problem) -> Void
  private var json = JSONWriter()
  private var separator = "[\n"

  /// `emit` gets the bytes piece by piece.
  package init(_ emit: @escaping ([UInt8]) throws(Problem) -> Void) {
    self.emit = emit
  }

  /// `body` writes the next element.
  package mutating func write(_ body: (inout JSONWriter) -> Void) throws(Problem) {
    json.removeAll()
    json.bytes.append(contentsOf: separator.utf8)
    body(&json)
    try emit(json.bytes)
    separator = ",\n"
  }

  /// To be called after the last element.
  package func finish() throws(Problem) {
    try emit(Array((separator == "[\n" ? "[]\n" : "\n]\n").utf8))
  }
}
