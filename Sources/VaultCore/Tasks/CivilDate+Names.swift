extension CivilDate {
  /// In English, from Monday.
  package static let weekdayNames = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
  /// In English, from January.
  package static let monthNames = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
  ]

  /// 1 is Monday; what is no weekday has the name of the nearest.
  static func name(ofWeekday number: Int) -> String { weekdayNames[min(max(number, 1), 7) - 1] }

  /// 1 is January; what is no month has the name of the nearest.
  static func name(ofMonth number: Int) -> String { monthNames[min(max(number, 1), 12) - 1] }

  package var weekdayName: String { Self.name(ofWeekday: isoWeekday) }
  package var monthName: String { Self.name(ofMonth: month) }
}
