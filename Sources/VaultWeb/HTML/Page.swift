import VaultCore
import VaultInterface

/// One screen: its title and what stands in its main part. The shell puts the rest around it.
struct Page: Sendable {
  /// An entry of the navigation.
  enum Section: Sendable {
    case notes, tasks, agenda, folders, tags, graph, trash, history, sync, stats, doctor, settings
  }

  var title: String
  /// The entry of the navigation that the page belongs to; nil for what is no part of the vault.
  var section: Section?
  var main: HTML
  /// What stands beside the main part, or below it where there is no room.
  var aside: HTML?
  /// True for what needs all the width there is, as drawings do.
  var isWide = false
  /// False where a browser that goes back asks for the page anew, as for the text of an editor, which is another once it is saved.
  var isKept = true
  /// In seconds: when a browser asks for it anew, as while something is under way.
  var refresh: Int?
  /// The text of the search field.
  var query = ""

  init(_ title: String, in section: Section?, main: HTML, aside: HTML? = nil) {
    (self.title, self.section, self.main, self.aside) = (title, section, main, aside)
  }
}
