import Foundation
import VaultCore

extension VaultEditor {
  /// Moves the notes that were last updated before a day into the archive's folder, at the same path below it, with their
  /// links. Pinned ones stay, and what is archived already.
  package func archive(
    notUpdatedSince day: CivilDate, matching query: Query, _ options: ChangeOptions = ChangeOptions()
  ) throws -> ChangeOutcome {
    let folder = try vault.configuredPlace(configuration.archiveFolder, setting: "archive").text
    guard !folder.isEmpty else {
      throw ConfiguredPlaceError(setting: "archive", text: configuration.archiveFolder)
    }
    return try change("archive notes not updated since \(day)", options) { plan in
      let old = try plan.reader.list(query).records.filter { record in
        !record.pinned && plan.reader.day(of: record.updated) < day && !record.path.isBelow(NotePath(folder))
      }
      try move(old.map { ($0.path, NotePath(folder + "/" + $0.path.text)) }.sorted { $0.0 < $1.0 }, plan)
    }
  }
}
