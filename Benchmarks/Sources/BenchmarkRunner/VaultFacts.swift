import VaultGenerator

/// What is known of a vault without having asked the program that is measured.
struct VaultFacts: Codable, Sendable, Equatable {
  var notes = 0
  var folders = 0
  /// The size of all notes.
  var bytes = 0
  /// True where ripgrep has to be told which files are notes.
  var hasOtherFiles = false
  /// nil where what counts as a task is for a program to decide.
  var tasks: Int?
  /// Neither done nor cancelled; of a folder, those that are tasks by anybody's rules, and there may be more.
  var openTasks = 0
  /// Two words that stand together in some notes, and in how many notes each is.
  var words: [String] = []
  var notesWithWord: [Int] = []
  var notesWithBothWords = 0
  /// In so many notes the letters of both stand, in parts of other words and in the notes' paths as well.
  var mostNotesWithBothWords = 0
  /// Two words; ripgrep finds them in the same notes as who looks for words.
  var phrase = ""
  var notesWithPhrase = 0
  /// As `mostNotesWithBothWords`, of the words of the phrase.
  var mostNotesWithPhrase = 0
  /// Out of the middle of a word.
  var piece = ""
  /// Stands before the first of the words, in some notes at least.
  var lead = ""
  /// Relative path of a note in the middle of the vault, for changing.
  var someNote = ""
  /// Notes of which it is plain where their text begins, and so where a paragraph can be put; nil: any of them.
  var plainNotes: [String]?
  /// True where tasks, expressions and pieces of words are known exactly, too.
  var isGenerated = false

  /// True where an answer may be looked for that costs a copy of the vault, or its index anew, more than once.
  var isVast: Bool { notes > Self.mostToRepeat }

  static let mostToRepeat = 300_000

  /// The right answers where so many were found by other means: of a folder, comments, code and scripts decide whether
  /// something counts, so that there may be more.
  func right(_ count: Int, most: Int = .max) -> ClosedRange<Int> {
    isGenerated ? count...count : count...max(count, most)
  }

  /// The right answers of a search for what is rare, where others find it in so many notes: which letters are alike, and
  /// what stands between words, programs decide in some notes only.
  func rightOfRare(_ count: Int) -> ClosedRange<Int> { right(count, most: count + notes / 20) }

  init() {}

  init(_ statistics: GeneratedVault.Statistics) {
    notes = statistics.notes
    folders = statistics.folders
    bytes = statistics.bytes
    tasks = statistics.tasks
    openTasks = statistics.openTasks
    words = statistics.words
    notesWithWord = statistics.words.map { _ in statistics.notesWithWord }
    notesWithBothWords = statistics.notesWithBothWords
    phrase = statistics.phrase
    notesWithPhrase = statistics.notesWithPhrase
    piece = String((statistics.words.first ?? "").dropFirst().dropLast())
    // What each planted sentence has before the word.
    lead = "the"
    someNote = statistics.someNote
    isGenerated = true
  }
}
