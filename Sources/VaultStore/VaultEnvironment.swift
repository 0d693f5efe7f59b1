import Foundation
import VaultCore

/// What the answer depends on besides the files: the time and the user's zone. Read once, at the top.
package struct VaultEnvironment: Sendable {
  package var now: Date
  /// The user's zone, and the first day of the week (1 is Monday, 7 is Sunday).
  package var timeZone: TimeZone
  package var firstWeekday: Int
  /// The process's environment variables.
  package var variables: [String: String]
  /// Where this user keeps what is no vault's.
  package var folders: UserFolders { UserFolders(variables) }
  /// Absolute; where names of notes are looked for first. Nil: the vault's root.
  package var workingFolder: String?

  package init(now: Date, timeZone: TimeZone, firstWeekday: Int = 1, variables: [String: String] = [:]) {
    self.now = now
    self.timeZone = timeZone
    self.firstWeekday = firstWeekday
    self.variables = variables
  }

  package static var live: VaultEnvironment {
    VaultEnvironment(now: Date(), timeZone: .current, variables: ProcessInfo.processInfo.environment)
  }

  /// Noon of that day, in that zone.
  package static func fixed(_ day: CivilDate, timeZone: TimeZone = .gmt) -> VaultEnvironment {
    let utcNoon = Date(timeIntervalSince1970: Double(day.dayNumber) * 86_400 + 43_200)
    let offset = timeZone.secondsFromGMT(for: utcNoon)
    return VaultEnvironment(now: utcNoon.addingTimeInterval(-Double(offset)), timeZone: timeZone)
  }

  /// The live one at each call, for a program that stays. `today`: the day that counts as today; nil for the clock's.
  package static func clock(today: CivilDate?) -> @Sendable () -> VaultEnvironment {
    // They are the same for as long as the program runs, and many.
    let variables = VaultEnvironment.live.variables
    return {
      guard let today else { return VaultEnvironment(now: Date(), timeZone: .current, variables: variables) }
      var environment = fixed(today, timeZone: (variables["TZ"] ?? "").isEmpty ? .gmt : .current)
      environment.variables = variables
      return environment
    }
  }

  package var today: CivilDate { day(of: now) }

  /// Seconds to add to UTC at a time given in seconds since 1970.
  package var offset: ZoneOffset {
    let timeZone = timeZone
    return { timeZone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0))) }
  }

  /// The day's first moment.
  package func start(of day: CivilDate) -> Date {
    Date(timeIntervalSince1970: Double(NoteDate.date(day).instant(in: offset)) / 1_000)
  }

  package func day(of instant: Date) -> CivilDate {
    let local = instant.timeIntervalSince1970 + Double(timeZone.secondsFromGMT(for: instant))
    return CivilDate(dayNumber: Int((local / 86_400).rounded(.down)))
  }

  var civilTime: CivilTime {
    let seconds = now.timeIntervalSince1970
    return CivilTime(instant: Int64(seconds * 1_000), offset: offset(Int64(seconds.rounded(.down))))
  }
}
