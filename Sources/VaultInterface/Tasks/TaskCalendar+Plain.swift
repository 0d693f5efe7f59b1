import Foundation
import VaultCore
import VaultStore

extension TaskCalendar {
  /// The calendar of tasks as they stand in notes, with their words without marks, since other programs show them; links are
  /// their text, tags stay.
  package init(_ tasks: [TaskView], in environment: VaultEnvironment) {
    let instant = Int64(environment.now.timeIntervalSince1970.rounded(.down)) * 1_000
    self.init(tasks.map(\.task), now: CivilTime(instant: instant, offset: 0)) { task in
      var words = task.description
      return words.withUTF8 { InlineTree($0, 0..<$0.count).plainText($0) }
    }
  }
}
