/// A text that can stand in the place of the word under the cursor.
package struct Candidate: Hashable, Sendable {
  package var text: String
  /// A few words that explain it; may be empty.
  package var about: String
  /// True when the word may go on, as behind `tag:`: no blank follows.
  package var isOpen: Bool

  package init(text: String, about: String = "", isOpen: Bool = false) {
    (self.text, self.about, self.isOpen) = (text, about, isOpen)
  }
}
