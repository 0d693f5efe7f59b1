import Foundation
import Testing

@testable import VaultGenerator

@Suite struct VaultPlanTests {
  @Test func sameSeedAndInputsGiveTheSameBytes() throws {
    let (one, other) = (try SyntheticNotes.plan(300), try SyntheticNotes.plan(300))
    for index in 0..<300 {
      #expect(one.path(of: index) == other.path(of: index))
      #expect(one.text(of: index).bytes == other.text(of: index).bytes)
    }
  }

  @Test func anotherSeedGivesOtherBytes() throws {
    let (one, other) = (try SyntheticNotes.plan(50), try SyntheticNotes.plan(50, seed: 2))
    #expect((0..<50).allSatisfy { one.text(of: $0).bytes != other.text(of: $0).bytes })
  }

  /// Figures of two versions compare only on the same bytes. After a change on purpose, raise
  /// `GeneratedVault.formatVersion` and put the new value here.
  @Test func bytesAreThoseOfThisFormat() throws {
    let plan = try SyntheticNotes.plan(200)
    var fingerprint = Fingerprint()
    for index in 0..<200 {
      fingerprint.combine(field: plan.path(of: index))
      fingerprint.combine(field: plan.text(of: index).bytes)
    }
    #expect(fingerprint.text == "adf1cfae723984cc")
    #expect(GeneratedVault.formatVersion == 1)
  }

  @Test(arguments: [1, 22, 400, 5_000])
  func pathsAreUniqueAndOneToFourFoldersDeep(_ count: Int) throws {
    let plan = try SyntheticNotes.plan(count)
    let paths = Set((0..<count).map { String(decoding: plan.path(of: $0), as: UTF8.self).lowercased() })
    #expect(paths.count == count)
    #expect(Set((0..<count).map { plan.name(of: $0) }).count == count)
    #expect(paths.allSatisfy { (1...4).contains($0.split(separator: "/").count - 1) && $0.hasSuffix(".md") })
    #expect(plan.folders.all.count == max(count / 22, 1))
    #expect(Set(plan.folders.all).count == plan.folders.all.count)
  }

  @Test func plantedWordsAreInExactlySoManyNotes() throws {
    let plan = try SyntheticNotes.plan(1_000)
    let texts = (0..<1_000).map { String(decoding: plan.text(of: $0).bytes, as: UTF8.self).lowercased() }
    for words in [plan.planted.pair, plan.planted.phrase] {
      #expect(words.map { word in texts.count { $0.contains(word) } } == [30, 30])
      #expect(texts.count { text in words.allSatisfy { text.contains($0) } } == 5)
    }
    #expect(texts.count { $0.contains(plan.planted.phrase.joined(separator: " ")) } == 3)
    // Nor across a sentence's or a line's end.
    let words = texts.map { $0.split { !$0.isLetter }.joined(separator: " ") }
    #expect(words.count { $0.contains(plan.planted.phrase.joined(separator: " ")) } == 3)
  }

  @Test func aWordOfTheInputsIsNotPlanted() throws {
    var notes = SyntheticNotes.inputs().notes
    notes.append(.init(path: "notes/z.md", bytes: Array("The Heliographic one, and a tamarind.\n".utf8)))
    let planted = try Paragraphs(InputNotes(notes: notes)).plantedWords
    #expect(!planted.contains("heliograph") && !planted.contains("tamarind"))
    #expect(planted.first == "gossamer")
  }

  @Test(arguments: [(600, nil), (600, 10), (120, 1_000), (600, 0)] as [(Int, Int?)])
  func tasksAreExactlySoMany(_ count: Int, _ tasks: Int?) throws {
    let plan = try SyntheticNotes.plan(count, tasks: tasks)
    let box = /^\s*(?:[-*+]|\d+[.)])\s+\[(.)\]/
    let symbols = (0..<count).flatMap { index in
      String(decoding: plan.text(of: index).bytes, as: UTF8.self).split(separator: "\n")
        .compactMap { $0.firstMatch(of: box)?.output.1 }
    }
    #expect(symbols.count == tasks ?? count / 3)
    #expect(symbols.count { $0 == " " || $0 == "/" } == plan.openTaskCount)
    let numbers = (0..<count).flatMap { plan.tasks(of: $0) }.sorted()
    #expect(numbers == Array(0..<plan.taskCount))
  }

  @Test func notesLookLikeNotes() throws {
    let plan = try SyntheticNotes.plan(2_000)
    let notes = (0..<2_000).map { plan.text(of: $0) }
    let mean = notes.reduce(0) { $0 + $1.bytes.count } / notes.count
    #expect((4_500...6_000).contains(mean))
    #expect((1_620...1_780).contains(notes.count { $0.hasFrontMatter }))
    #expect(notes.allSatisfy { (5...8).contains($0.wikilinks) })
    #expect(notes.allSatisfy { String(validating: $0.bytes, as: UTF8.self) != nil })
    #expect(notes.allSatisfy { $0.bytes.last == Byte.newline })
  }

  @Test func wikilinksLeadToGeneratedNotes() throws {
    let plan = try SyntheticNotes.plan(400)
    let names = Set((0..<400).map { String(decoding: plan.name(of: $0), as: UTF8.self) })
    for index in 0..<400 {
      let text = String(decoding: plan.text(of: index).bytes, as: UTF8.self)
      for link in text.matches(of: /\[\[([^\[\]|]*[a-z])(?:\|[^\[\]]*)?\]\]/) {
        #expect(names.contains(String(link.output.1.split(separator: "/").last ?? "")))
      }
    }
  }

  @Test func tooLittleTextIsRefused() {
    #expect(throws: Paragraphs.Failure.self) {
      try Paragraphs(InputNotes(notes: [.init(path: "a.md", bytes: Array("One line.\n".utf8))]))
    }
  }
}
