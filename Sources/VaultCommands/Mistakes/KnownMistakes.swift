/// What people bring along from other programs: letters of options and surplus words. Names that differ are in `Synonym`.
enum KnownMistakes {
  /// What a letter means to a person.
  struct Letter {
    /// Long options that do the same, of which a command has one or none.
    var options: [String] = []
    /// What to do where it has none. A complete sentence without its full stop.
    var remedy: String?
    /// True where it turns an order round in other programs.
    var orders = false
    /// The words that take its place in the line to type (`-v x`: `NOT x`), none where it is left out; nil where there is
    /// no such line.
    var instead: [String]?
    /// True where that is of use to commands that take no query, too.
    var isForAll = false
  }

  /// `version`, `-v`, `-V`
  static func asksForVersion(_ arguments: [String]) -> Bool {
    guard let last = arguments.last else { return false }
    guard let place = CommandLineArguments.commandPlace(arguments) else { return ["-v", "-V"].contains(last) }
    return place == arguments.count - 1 && last == "version"
  }

  static let letters: [Character: Letter] = [
    "a": Letter(options: ["all"]),
    "A": Letter(options: ["context"]),
    "B": Letter(options: ["context"]),
    "c": Letter(options: ["count"]),
    "d": Letter(options: ["due"]),
    "e": expression, "E": expression, "P": expression,
    "f": Letter(options: ["yes", "force", "format"]),
    "F": Letter(remedy: "Text in double quotes is looked for as a phrase: '\"text\"'"),
    "i": Letter(remedy: "Case never matters; match-case:Word asks for it", instead: []),
    "j": Letter(options: ["json"]),
    "l": Letter(remedy: "A template prints paths alone: --format '{path}'"),
    "m": Letter(options: ["limit"]),
    "n": Letter(options: ["limit"]),
    "o": Letter(options: ["open", "format"]),
    "p": Letter(options: ["priority", "path", "print"]),
    "r": Letter(options: ["raw"], remedy: folders, orders: true, instead: [], isForAll: true),
    "R": Letter(remedy: folders, instead: [], isForAll: true),
    "s": Letter(options: ["sort", "set"]),
    "t": Letter(options: ["tag"]),
    "u": Letter(options: ["user"]),
    "v": Letter(remedy: "NOT leaves out what has a word: NOT draft", instead: ["NOT"]),
    "w": Letter(remedy: "Whole words rank first; a phrase in double quotes has nothing but whole words: '\"gloss\"'"),
    "y": Letter(options: ["yes"]),
  ]

  /// Letters that mean to the commands of other programs what a word or option means here: `grep -v`, `rm -f`.
  static let lettersOfOthers: Set<Character> = ["v", "f", "y"]

  private static let folders = "Folders are taken with all that is in them"
  private static let expression = Letter(remedy: "A regular expression stands between slashes: '/gc\\s+pause/i'")

  /// Long options that say what a letter does.
  static let longNames: [String: Character] = [
    "ignore-case": "i", "invert-match": "v", "recursive": "R", "regex": "E", "regexp": "E",
    "extended-regexp": "E", "perl-regexp": "E", "word-regexp": "w", "fixed-strings": "F", "print": "l", "paths": "l",
  ]

  /// What commands that take a query have in place of a long option. A complete sentence without its full stop.
  static let insteadOfOptions = [
    "reverse": "--sort -KEY turns an order round",
    "save": "`vault config set searches.NAME QUERY` saves one, and @NAME asks it",
    "fields": "A template names the fields: --format '{path}\\t{title}'",
    "group": "`vault folders` and `vault tags` count notes",
  ]

  /// What a command answers that no query can ask. Complete sentences.
  static func remedy(ofQuery text: String) -> String? {
    text.lowercased().contains("has:unused-attachment")
      ? "`vault attachments --unused` lists the files that no note uses." : nil
  }

  /// Commands below others that other programs have as their own.
  static let commandsBelow = ["restore": ["trash", "restore"], "untag": ["tag", "remove"]]

  /// What is typed in place of a command that takes no such words; `*` stands for them.
  static let instead: [String: [String]] = [
    "today": ["journal", "*"],
    "tags": ["list", "--tag", "*"],
    "tag": ["tag", "add", "TAG", "NOTE"],
    "trash": ["rm", "*"],
    "config list": ["config", "get", "*"],
    "heading": ["heading", "rename", "*"],
    "history": ["history", "show", "*"],
  ]

  /// A command whose commands are looked for below another as well, since their names are so near.
  static let siblings = ["tags": "tag", "tag": "tags"]
}
