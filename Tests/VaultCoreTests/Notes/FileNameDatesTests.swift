import Testing

@testable import VaultCore

@Suite struct FileNameDatesTests {
  private func day(_ path: String, _ dates: FileNameDates = FileNameDates()) -> String? {
    dates.day(of: NotePath(path)).map { "\($0)" }
  }

  @Test(arguments: [
    ("2026-03-01.md", "2026-03-01"), ("Journal/2026-03-01 Sunday.md", "2026-03-01"), ("a 20260301.md", "2026-03-01"),
    ("2026-03-01 and 2026-03-02.md", "2026-03-01"), ("20260302 2026-03-01.md", "2026-03-01"),
    ("12026-03-011.md", "2026-03-01"), ("2026030199.md", "2026-03-01"), ("x2026-03-01.markdown", "2026-03-01"),
  ])
  func namesWithADay(_ path: String, _ expected: String) {
    #expect(day(path) == expected)
  }

  /// One that does not exist is not made up for by another.
  @Test(arguments: [
    "a.md", "2026-03.md", "2026-3-1.md", "2026_03_01.md", "2026-03-01/a.md", "2026-02-30.md", "2026-02-30 20260301.md",
    "2026-13-01.md", "0000-01-01.md", "2026-W10.md", "٢٠٢٦-٠٣-٠١.md", ".md", "",
  ])
  func namesWithoutOne(_ path: String) {
    #expect(day(path) == nil)
  }

  @Test func foldersHoldWhatIsBelowThem() {
    let dates = FileNameDates(folders: ["Journal", "A/B"])
    for path in ["Journal/2026-03-01.md", "Journal/2026/2026-03-01.md", "A/B/2026-03-01.md"] {
      #expect(day(path, dates) == "2026-03-01", "\(path)")
    }
    for path in [
      "2026-03-01.md", "Journals/2026-03-01.md", "journal/2026-03-01.md", "A/2026-03-01.md", "X/Journal/2026-03-01.md",
    ] {
      #expect(day(path, dates) == nil, "\(path)")
    }
  }

  @Test func theFormatComesFirstAndIsOfTheWholeName() {
    let dates = FileNameDates(format: "DD.MM.YYYY")
    #expect(day("01.03.2026.md", dates) == "2026-03-01")
    #expect(day("2026-03-01.md", dates) == "2026-03-01")
    #expect(day("on 01.03.2026.md", dates) == nil)
    #expect(day("31.02.2026.md", dates) == nil)
    #expect(day("20260304.md", FileNameDates(format: "YYYYDDMM")) == "2026-04-03")
  }

  private func scheduled(_ line: String, _ options: ParsingOptions) -> TaskDate? {
    let note = TaskNote(Array("\(line)\n".utf8), path: NotePath("J/2026-03-01.md"), options: options)
    return note.items.first?.scheduled
  }

  @Test func onlyTasksThatSayNothingOfWhenGetIt() throws {
    let day = try #require(CivilDate(year: 2026, month: 3, day: 1))
    let options = ParsingOptions(fileNameDates: FileNameDates())
    for line in ["- [ ] a", "- [x] a ✅ 2026-03-02", "- [ ] a ➕ 2026-01-01 ⏫", "- [ ] "] {
      #expect(scheduled(line, options) == .date(day), "\(line)")
    }
    for line in ["- [ ] a 📅 2026-03-02", "- [ ] a 🛫 2026-03-02", "- [ ] a [start:: 2026-02-30]"] {
      #expect(scheduled(line, options) == nil, "\(line)")
    }
    #expect(scheduled("- [ ] a ⏳ 2026-02-30", options) == .impossible)
    #expect(scheduled("- [ ] a", ParsingOptions()) == nil)
    #expect(scheduled("- [ ] a", ParsingOptions(fileNameDates: FileNameDates(folders: ["K"]))) == nil)
  }

  /// Handles go by what the lines say.
  @Test func handlesStayWhatTheyAre() {
    func handles(_ options: ParsingOptions) -> [String] {
      TaskNote(
        Array("- [ ] a\n- [ ] a\n- [ ] b 🔁 every day\n".utf8), path: NotePath("2026-03-01.md"), options: options
      ).items.map(\.handle)
    }
    #expect(handles(ParsingOptions()) == handles(ParsingOptions(fileNameDates: FileNameDates())))
  }

  @Test func theConfigurationSaysWhereAndHow() {
    var configuration = Configuration.default
    #expect(configuration.fileNameDates == nil)
    configuration.schedulesByFileName = true
    #expect(configuration.fileNameDates == FileNameDates())
    configuration.fileNameDateFolders = ["/A//B/", "", "/"]
    configuration.fileNameDateFormat = "DDMMYYYY"
    #expect(configuration.fileNameDates == FileNameDates(folders: ["A/B"], format: "DDMMYYYY"))
    #expect(configuration.parsingFingerprint != Configuration.default.parsingFingerprint)
  }
}
