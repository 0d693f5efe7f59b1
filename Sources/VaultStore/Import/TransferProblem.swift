import VaultCore

/// Something that was left out of an import or export, or could not be kept, and never stops the rest.
package struct TransferProblem: Sendable, Hashable {
  /// A path in what is read, with a line where there is one; nothing where the message names its place itself.
  package var place: String
  /// Cause and remedy.
  package var message: Message

  package init(place: String, message: Message) {
    self.place = place
    self.message = message
  }

  package init(place: String, message: String) {
    self.init(place: place, message: Message(message))
  }

  package var text: Message { place.isEmpty ? message : "\(place): \(message)" }
}
