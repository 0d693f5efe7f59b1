import VaultCore
import VaultPlatform
import VaultStore

/// What `vault sync` hands over to `vault-net` for a server of notes, as one JSON object. The token is not in it: the program reads
/// it where the user keeps it.
package struct RemoteSyncOptions: Sendable, Equatable {
  package enum Task: String, Sendable {
    case sync
    /// Say what would be done.
    case dryRun = "dry-run"
    /// Say what waits, and ask nobody.
    case status
    /// Go on until a signal ends it.
    case watch
  }

  package var location: VaultLocation
  /// The name in the user's list of servers.
  package var remote: String
  package var task = Task.sync
  /// True to delete however many notes have been deleted on the other side.
  package var deletesMany = false
  package var isJSON = false
  package var isQuiet = false
  /// `auto`, `always` or `never`.
  package var color = "auto"
  package var theme = ColorScheme.grey
  package var appearance = Configuration.Appearance.auto
  package var today: CivilDate?
  package var version = ProgramVersion.text

  package init(_ location: VaultLocation, with remote: String) { (self.location, self.remote) = (location, remote) }
}

extension RemoteSyncOptions {
  package var json: [UInt8] {
    JSONValue.object([
      .init("version", .text(version)), .init("root", .text(location.root)),
      .init("marker", .text(location.marker.rawValue)), .init("isForeign", .bool(location.isForeign)),
      .init("remote", .text(remote)), .init("task", .text(task.rawValue)), .init("deletesMany", .bool(deletesMany)),
      .init("isJSON", .bool(isJSON)), .init("isQuiet", .bool(isQuiet)), .init("color", .text(color)),
      .init("theme", .text(theme.rawValue)), .init("appearance", .text(appearance.rawValue)),
      .init("today", .text(today?.description)),
    ]).bytes
  }

  /// Returns nil for what `json` does not give.
  package init?(json: [UInt8]) {
    guard let value = try? JSONReader.read(json), let root = value["root"]?.text,
      let marker = value["marker"]?.text.flatMap(VaultLocation.Marker.init(rawValue:)),
      let version = value["version"]?.text, let remote = value["remote"]?.text,
      let task = value["task"]?.text.flatMap(Task.init(rawValue:))
    else { return nil }
    var location = VaultLocation(root: root, marker: marker)
    location.isForeign = value["isForeign"]?.bool == true
    self.init(location, with: remote)
    (self.version, self.task) = (version, task)
    deletesMany = value["deletesMany"]?.bool == true
    isJSON = value["isJSON"]?.bool == true
    isQuiet = value["isQuiet"]?.bool == true
    color = value["color"]?.text ?? color
    theme = value["theme"]?.text.flatMap(ColorScheme.init(rawValue:)) ?? theme
    appearance = value["appearance"]?.text.flatMap(Configuration.Appearance.init(rawValue:)) ?? appearance
    today = value["today"]?.text.flatMap(CivilDate.init)
  }
}
