import VaultCore
import VaultPlatform
import VaultStore

/// What `vault serve` hands over to `vault-net`, the program that serves: validated, and as one JSON object, so that nothing
/// of it stands in a list of arguments.
package struct ServeOptions: Sendable, Equatable {
  /// Where the server listens.
  package enum Place: Sendable, Equatable {
    /// A numeric address of this machine, and a port; 0 for any that is free.
    case address(String, port: Int)
    /// The absolute path of a socket.
    case socket(String)
  }

  package var location: VaultLocation
  package var place: Place
  /// The names by which browsers may call the server besides those of this machine: `notes.example`, or with a port.
  package var hosts: [String] = []
  package var isReadOnly = false
  /// The folders of which alone anything shows; empty for all.
  package var readIn: [String] = []
  /// The text of a query; the notes that it finds do not show.
  package var hide: String?
  /// The day that counts as today; nil for the clock's.
  package var today: CivilDate?
  /// True where nothing but errors is to be printed.
  package var isQuiet = false
  package var version = ProgramVersion.text

  package init(_ location: VaultLocation, at place: Place) {
    (self.location, self.place) = (location, place)
  }

  package static let usualPort = 7523
  package static let usualAddress = "127.0.0.1"
}

extension ServeOptions {
  package var json: [UInt8] {
    var members: [JSONValue.Member] = [
      .init("version", .text(version)), .init("root", .text(location.root)),
      .init("marker", .text(location.marker.rawValue)), .init("isForeign", .bool(location.isForeign)),
    ]
    switch place {
    case .address(let address, let port):
      members += [.init("address", .text(address)), .init("port", .integer(port))]
    case .socket(let path): members.append(.init("socket", .text(path)))
    }
    members += [
      .init("hosts", .texts(hosts)), .init("isReadOnly", .bool(isReadOnly)), .init("readIn", .texts(readIn)),
      .init("hide", .text(hide)), .init("today", .text(today?.description)),
      .init("isQuiet", .bool(isQuiet)),
    ]
    return JSONValue.object(members).bytes
  }

  /// Returns nil for what `json` does not give.
  package init?(json: [UInt8]) {
    guard let value = try? JSONReader.read(json), let root = value["root"]?.text,
      let marker = value["marker"]?.text.flatMap(VaultLocation.Marker.init(rawValue:)),
      let version = value["version"]?.text
    else { return nil }
    var location = VaultLocation(root: root, marker: marker)
    location.isForeign = value["isForeign"]?.bool == true
    if let path = value["socket"]?.text {
      self.init(location, at: .socket(path))
    } else if let address = value["address"]?.text, case .number(let text)? = value["port"], let port = Int(text) {
      self.init(location, at: .address(address, port: port))
    } else {
      return nil
    }
    self.version = version
    hosts = value["hosts"]?.list?.compactMap(\.text) ?? []
    isReadOnly = value["isReadOnly"]?.bool == true
    readIn = value["readIn"]?.list?.compactMap(\.text) ?? []
    hide = value["hide"]?.text
    today = value["today"]?.text.flatMap(CivilDate.init)
    isQuiet = value["isQuiet"]?.bool == true
  }
}

extension ServeOptions {
  /// Returns true for an address in numbers, which a name is not.
  package static func isAddress(_ text: String) -> Bool {
    var bytes = in6_addr()
    return inet_pton(AF_INET, text, &bytes) == 1 || inet_pton(AF_INET6, text, &bytes) == 1
  }

  /// Returns true for an address that no other machine reaches.
  package static func isOfThisMachine(_ address: String) -> Bool {
    address.hasPrefix("127.") || address == "::1"
  }
}
