/// How the name of a note's file schedules its tasks, by the rules of Obsidian Tasks: those that have no start, scheduled
/// and due date are scheduled for the day in the name. Their lines do not change.
package struct FileNameDates: Hashable, Sendable {
  /// The folders in which that holds, with all below them; none for everywhere.
  private let folders: [NotePath]
  private let format: String?

  /// `folders`: paths from the root. `format`: how names say the day, in moment's tokens; nil where only the usual ways do.
  package init(folders: [String] = [], format: String? = nil) {
    self.folders = folders.map { NotePath($0) }
    self.format = format
  }

  /// The day in a file's name: the whole name in the format, else the first `YYYY-MM-DD` in it, else the first
  /// `YYYYMMDD`. Returns nil where there is none, for a day that does not exist, and outside the folders.
  package func day(of path: NotePath) -> CivilDate? {
    guard folders.isEmpty || folders.contains(where: path.isBelow) else { return nil }
    let name = path.stem
    if let day = format.flatMap({ MomentFormat($0).date(in: name) }) { return day }
    let bytes = Array(name.utf8)
    guard let digits = Self.digits(in: bytes, like: "dddd-dd-dd") ?? Self.digits(in: bytes, like: "dddddddd") else {
      return nil
    }
    let number = digits.reduce(0) { $0 * 10 + Int($1) }
    return CivilDate(year: number / 10_000, month: number / 100 % 100, day: number % 100)
  }

  /// The digits of the first place where the name has one for each `d`, and the other characters as they are.
  private static func digits(in name: [UInt8], like pattern: StaticString) -> [UInt8]? {
    let count = pattern.utf8CodeUnitCount
    guard name.count >= count else { return nil }
    for start in 0...(name.count - count) {
      let isThere = (0..<count).allSatisfy { place in
        let (wanted, byte) = (pattern.utf8Start[place], name[start + place])
        return wanted == UInt8(ascii: "d") ? byte.isDigit : byte == wanted
      }
      if isThere { return name[start..<(start + count)].filter(\.isDigit).map { $0 - UInt8(ascii: "0") } }
    }
    return nil
  }
}

extension Configuration {
  /// Nil where names of files schedule nothing.
  package var fileNameDates: FileNameDates? {
    guard schedulesByFileName else { return nil }
    let folders = fileNameDateFolders.map(ObsidianSettings.folder).filter { !$0.isEmpty }
    return FileNameDates(folders: folders, format: fileNameDateFormat)
  }
}
