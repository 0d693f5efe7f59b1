import Testing

@testable import VaultCore

@Suite struct MomentFormatTests {
  /// Sunday, five past midnight, an hour east of Greenwich.
  private func night() throws -> CivilTime {
    CivilTime(
      date: try #require(CivilDate(year: 2026, month: 3, day: 1)), secondOfDay: 5 * 60 + 9, millisecond: 78,
      offset: 3600)
  }

  @Test(
    arguments: [
      ("YYYY", "2026"), ("YY", "26"), ("Y", "2026"), ("YYYYY", "02026"), ("YYYYYY", "+002026"), ("YYY", "262026"),
      ("y", "2026"), ("yy", "2026"), ("yyyy", "2026"), ("yo", "2026th"), ("N", "AD"), ("NNN", "AD"),
      ("NNNN", "Anno Domini"), ("NNNNN", "AD"),
      ("Q", "1"), ("Qo", "1st"), ("M", "3"), ("Mo", "3rd"), ("MM", "03"), ("MMM", "Mar"), ("MMMM", "March"),
      ("D", "1"), ("Do", "1st"), ("DD", "01"), ("DDo", "01o"), ("DDD", "60"), ("DDDo", "60th"), ("DDDD", "060"),
      ("DDDDo", "060o"),
      ("d", "0"), ("do", "0th"), ("dd", "Su"), ("ddd", "Sun"), ("dddd", "Sunday"), ("ddddd", "Sunday0"), ("e", "0"),
      ("E", "7"),
      ("w", "10"), ("wo", "10th"), ("ww", "10"), ("W", "9"), ("Wo", "9th"), ("WW", "09"), ("gg", "26"),
      ("gggg", "2026"), ("ggggg", "02026"), ("GG", "26"), ("GGGG", "2026"), ("GGGGG", "02026"), ("g", "g"),
      ("ggg", "26g"), ("G", "G"),
      ("H", "0"), ("HH", "00"), ("h", "12"), ("hh", "12"), ("k", "24"), ("kk", "24"), ("a", "am"), ("A", "AM"),
      ("m", "5"), ("mm", "05"), ("s", "9"), ("ss", "09"), ("Hmm", "005"), ("Hmmss", "00509"), ("hmm", "1205"),
      ("hmmss", "120509"),
      ("S", "0"), ("SS", "07"), ("SSS", "078"), ("SSSS", "0780"), ("SSSSSSSSS", "078000000"),
      ("SSSSSSSSSS", "0780000000"),
      ("Z", "+01:00"), ("ZZ", "+0100"), ("z", ""), ("zz", ""), ("X", "1772319909"), ("x", "1772319909078"),
      ("LT", "12:05 AM"), ("LTS", "12:05:09 AM"), ("L", "03/01/2026"), ("LL", "March 1, 2026"),
      ("LLL", "March 1, 2026 12:05 AM"), ("LLLL", "Sunday, March 1, 2026 12:05 AM"), ("l", "3/1/2026"),
      ("ll", "Mar 1, 2026"), ("lll", "Mar 1, 2026 12:05 AM"), ("llll", "Sun, Mar 1, 2026 12:05 AM"),
      ("LLLLL", "Sunday, March 1, 2026 12:05 AM03/01/2026"), ("lllll", "Sun, Mar 1, 2026 12:05 AM3/1/2026"),
    ])
  func everyToken(_ format: String, _ expected: String) throws {
    #expect(MomentFormat(format).string(try night()) == expected)
  }

  @Test(
    arguments: [
      ("", ""), ("YYYY-MM-DD", "2026-03-01"), ("YYYY/MM-MMMM/YYYY-MM-DD-dddd", "2026/03-March/2026-03-01-Sunday"),
      ("YYYYMMDDHHmm", "202603010005"), ("dddd, MMMM Do YYYY, h:mm:ss a", "Sunday, March 1st 2026, 12:05:09 am"),
      ("GGGG-[W]WW", "2026-W09"), ("[Today is] dddd", "Today is Sunday"), ("[YYYY]", "YYYY"), ("[]D", "1"),
      ("[a] D [b]", "a 1 b"), ("[a] D]", "a] D"), ("[a[D]", "[amD"), ("[D", "[1"), ("D]", "1]"),
      ("\\YYYY", "YYYY"), ("\\[D]", "[1]"), ("\\D\\o", "Do"), ("\\LT", "LT"), ("\\Hmm", "Hmm"), ("\\", ""),
      ("[\\]", "\\"),
      ("[LT] LT", "LT 12:05 AM"), ("YYYY年M月D日", "2026年3月1日"), ("été D", "été 1"), ("D\nM\r\n", "13"),
      ("[a\nb]", "a\nb"),
      ("T", "T"), ("📅 D", "📅 1"),
    ])
  func literalsAndWholeFormats(_ format: String, _ expected: String) throws {
    #expect(MomentFormat(format).string(try night()) == expected)
  }

  @Test(
    arguments: [
      (0, "0th"), (1, "1st"), (2, "2nd"), (3, "3rd"), (4, "4th"), (10, "10th"), (11, "11th"), (12, "12th"),
      (13, "13th"),
      (14, "14th"), (20, "20th"), (21, "21st"), (22, "22nd"), (23, "23rd"), (30, "30th"), (31, "31st"), (111, "111th"),
      (112, "112th"), (113, "113th"), (121, "121st"), (365, "365th"),
    ])
  func ordinals(_ number: Int, _ text: String) {
    #expect(MomentFormat.ordinal(number) == text)
  }

  @Test(
    arguments: [
      (0, "0 00 12 12 24 24 am AM"), (1, "1 01 1 01 1 01 am AM"), (11, "11 11 11 11 11 11 am AM"),
      (12, "12 12 12 12 12 12 pm PM"), (13, "13 13 1 01 13 13 pm PM"), (23, "23 23 11 11 23 23 pm PM"),
    ])
  func hours(_ hour: Int, _ text: String) throws {
    let time = CivilTime(date: try night().date, secondOfDay: hour * 3600)
    #expect(MomentFormat("H HH h hh k kk a A").string(time) == text)
  }

  /// Around New Year a week, and so the year that it is counted in, belongs to one side.
  @Test(
    arguments: [
      ("2020-12-31", "2020-W53-4", "2021 01"), ("2021-01-01", "2020-W53-5", "2021 01"),
      ("2021-01-03", "2020-W53-7", "2021 02"), ("2021-01-04", "2021-W01-1", "2021 02"),
      ("2024-12-30", "2025-W01-1", "2025 01"), ("2026-12-31", "2026-W53-4", "2027 01"),
      ("2027-01-01", "2026-W53-5", "2027 01"), ("2005-01-01", "2004-W53-6", "2005 01"),
      ("2005-01-02", "2004-W53-7", "2005 02"), ("2008-12-29", "2009-W01-1", "2009 01"),
      ("2010-01-03", "2009-W53-7", "2010 02"), ("2025-12-28", "2025-W52-7", "2026 01"),
      ("2025-12-29", "2026-W01-1", "2026 01"), ("9999-12-31", "9999-W52-5", "10000 01"),
    ])
  func weeksAroundNewYear(_ day: String, _ iso: String, _ unitedStates: String) throws {
    let time = CivilTime(date: try #require(CivilDate(day)))
    #expect(MomentFormat("GGGG-[W]WW-E").string(time) == iso)
    #expect(MomentFormat("gggg ww").string(time) == unitedStates)
  }

  @Test func isoWeeksAgreeWithTheCalendarOfQueries() throws {
    for year in stride(from: 2, through: 9_998, by: 7) {
      let first = try #require(CivilCalendar.firstISOWeek(of: year))
      #expect(WeekOfYear(of: first, .iso) == WeekOfYear(year: year, week: 1))
      let weeks = CivilCalendar.isoWeeks(in: year)
      #expect(WeekOfYear(of: first.adding(days: 7 * weeks - 1), .iso) == WeekOfYear(year: year, week: weeks))
      #expect(WeekOfYear(of: first.adding(days: 7 * weeks), .iso).week == 1)
    }
  }

  @Test func zonesWestOfGreenwichAndTimesBefore1970() throws {
    let time = CivilTime(
      date: try #require(CivilDate("1969-12-31")), secondOfDay: 86_399, millisecond: 250, offset: -(3 * 3600 + 1800))
    #expect(MomentFormat("Z ZZ").string(time) == "-03:30 -0330")
    #expect(CivilTime(instant: time.instant, offset: time.offset) == time)
    let before = CivilTime(date: try #require(CivilDate("1969-12-31")), secondOfDay: 86_399, millisecond: 250)
    #expect(MomentFormat("x X").string(before) == "-750 -1")
    #expect(CivilTime(instant: -750, offset: 0) == before)
  }

  @Test func impossibleTimesAreBroughtIntoRange() throws {
    let time = CivilTime(date: try night().date, secondOfDay: 90_000, millisecond: -1, offset: 1_000_000)
    #expect(MomentFormat("HH:mm:ss.SSS Z").string(time) == "23:59:59.000 +23:59")
  }
}
