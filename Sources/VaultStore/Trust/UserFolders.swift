/// Where the program keeps what is this user's on this machine, and no vault's. Each is nil where the environment names no
/// place: neither the variable of its own nor `HOME`.
package struct UserFolders: Hashable, Sendable {
  /// What can be made again: `$XDG_CACHE_HOME/vault`, on macOS `~/Library/Caches/vault`.
  package let cache: String?
  /// What must outlive the cache: `$XDG_STATE_HOME/vault`, on macOS `~/Library/Application Support/vault/state`.
  package let state: String?
  /// What the user has decided for all vaults: `$XDG_CONFIG_HOME/vault`, on macOS `~/Library/Application Support/vault`.
  package let configuration: String?
  /// The user's home, as `HOME` has it.
  package let home: String?

  package init(_ variables: [String: String]) {
    let home = variables["HOME"].flatMap { $0.utf8.first == UInt8(ascii: "/") ? $0 : nil }
    self.home = home
    func folder(_ variable: String, _ below: String) -> String? {
      if let base = variables[variable], base.utf8.first == UInt8(ascii: "/") { return base + "/vault" }
      return home.map { $0 + below }
    }
    #if canImport(Darwin)
      cache = folder("XDG_CACHE_HOME", "/Library/Caches/vault")
      state = folder("XDG_STATE_HOME", "/Library/Application Support/vault/state")
      configuration = folder("XDG_CONFIG_HOME", "/Library/Application Support/vault")
    #else
      cache = folder("XDG_CACHE_HOME", "/.cache/vault")
      state = folder("XDG_STATE_HOME", "/.local/state/vault")
      configuration = folder("XDG_CONFIG_HOME", "/.config/vault")
    #endif
  }
}
