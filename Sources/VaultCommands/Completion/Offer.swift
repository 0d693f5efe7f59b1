/// A text that can stand in the place of the word under the cursor.
struct Candidate: Hashable, Sendable {
  var text: String
  /// What it is, for shells that show that; may be empty.
  var about = ""
  /// True when the word may go on, as behind `tag:`: the shell adds no blank.
  var isOpen = false
}

/// What a shell is to offer.
enum Offer: Equatable, Sendable {
  case candidates([Candidate])
  /// Files or folders of the shell's working folder, which the shell lists itself; `head` is what stands before them in
  /// the same word, `--vault=` for one.
  case files(head: String)
  case folders(head: String)

  static let nothing = Offer.candidates([])
}
