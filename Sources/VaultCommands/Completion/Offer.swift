import VaultInterface

/// What a shell is to offer.
enum Offer: Equatable, Sendable {
  case candidates([Candidate])
  /// Files or folders of the shell's working folder, which the shell lists itself; `head` is what stands before them in
  /// the same word, `--vault=` for one.
  case files(head: String)
  case folders(head: String)

  static let nothing = Offer.candidates([])
}
