/// What one status symbol means and which symbol follows when the task is toggled.
package struct StatusDefinition: Hashable, Sendable {
  /// The scalar between the brackets.
  package var symbol: Unicode.Scalar
  package var name: String
  package var type: StatusType
  package var next: Unicode.Scalar

  package init(symbol: Unicode.Scalar, name: String, type: StatusType, next: Unicode.Scalar) {
    self.symbol = symbol
    self.name = name
    self.type = type
    self.next = next
  }
}
