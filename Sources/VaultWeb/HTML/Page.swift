import VaultCore
import VaultInterface

/// One screen: its title and what stands in its main part. The shell puts the rest around it.
struct Page: Sendable {
  /// An entry of the navigation.
  enum Section: Sendable {
    case notes, tasks, agenda, folders, tags, graph, trash, history, stats, doctor, settings
  }

  var title: String
  /// The one that it belongs to; nil for what is no part of the vault.
  var section: Section?
  var main: HTML
  /// What stands beside the main part, or below it where there is no room.
  var aside: HTML?
  /// True for what needs all the width there is, as drawings do.
  var isWide = false
  /// The text of the search field.
  var query = ""

  init(_ title: String, in section: Section?, main: HTML, aside: HTML? = nil) {
    (self.title, self.section, self.main, self.aside) = (title, section, main, aside)
  }
}
