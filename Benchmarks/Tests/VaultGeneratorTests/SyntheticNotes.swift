@testable import VaultGenerator

/// Notes made of invented words, enough of them for a vault.
enum SyntheticNotes {
  static func inputs() -> InputNotes {
    InputNotes(
      notes: (0..<24).map { number in
        var random = SplitMix64(seed: 7, stream: 99, index: number)
        var text = "---\ntags: [a]\n---\n# Note \(number)\n\n"
        for paragraph in 0..<8 {
          let words = (0..<12 + random.below(30)).map { _ in word(random.below(400)) }
          text += words.joined(separator: " ")
          if paragraph == 3 { text += " [[Folder/Other note#Part|shown words]]" }
          text += ".\n\n"
          if paragraph == 5 { text += "- [ ] never taken over\n\n```swift\nlet list = [[1]]\n\nprint(list)\n```\n\n" }
        }
        return InputNotes.Note(path: "notes/\(number).md", bytes: Array(text.utf8))
      })
  }

  static func word(_ number: Int) -> String {
    let syllables = ["ba", "de", "fi", "go", "ku", "la", "me", "ni", "po", "ru", "sa", "te"]
    return syllables[number % 12] + syllables[number / 12 % 12] + syllables[number / 144 % 12]
  }

  static func plan(_ notes: Int, tasks: Int? = nil, seed: UInt64 = 1) throws -> VaultPlan {
    VaultPlan(paragraphs: try Paragraphs(inputs()), noteCount: notes, taskCount: tasks, seed: seed)
  }
}
