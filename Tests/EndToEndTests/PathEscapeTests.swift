import Foundation
import Testing
import VaultTestSupport

/// Whatever way a path is given, nothing outside the vault is changed, made or shown.
@Suite("Path escapes")
struct PathEscapeTests {
  /// Ways for a path to get in: a shell line with the path in `$P`, and in `$J` as a string of JSON, and one with which
  /// the line does what it is for.
  static let surfaces: [(line: String, harmless: String)] = [
    (#"vault show "$P" --raw"#, "n.md"),
    (#"vault get k "$P""#, "n.md"),
    (#"vault backlinks "$P""#, "n"),
    (#"vault links "$P""#, "Sub/s"),
    (#"vault related "$P""#, "n"),
    (#"vault set k v "$P""#, "Sub/s"),
    (#"vault tag add t "$P" n"#, "m"),
    (#"vault append "$P" more"#, "n.md"),
    (#"EDITOR=true vault edit "$P""#, "n.md"),
    (#"printf '%s\n' "$P" | vault pin -"#, "n.md"),
    (#"vault heading rename "$P" H I --yes"#, "n"),
    (#"vault mv n "$P" --yes"#, "Sub/n2"),
    (#"vault mv n m "$P/" --yes"#, "Sub"),
    (#"vault mv "$P" Sub/ --yes"#, "m"),
    (#"vault mv Sub/ "$P" --yes"#, "Sub2"),
    (#"vault rename n "$P" --yes"#, "n2"),
    (#"vault rename --prefix "$P" n --yes"#, "n2"),
    (#"vault rm "$P" --yes"#, "n"),
    (#"vault rm n --yes && vault trash restore "$P""#, "n"),
    (#"vault new "$P""#, "Title"),
    (#"vault new x --folder "$P""#, "Sub"),
    (#"vault new x --template "$P" && vault show x"#, "t"),
    (#"vault import ../results/n.json --into "$P" --yes"#, "In"),
    (#"printf '[{"title":%s},{"path":%s},{"folder":%s}]' "$J" "$J" "$J" | vault import - --yes"#, "i.md"),
    (#"vault config set inbox "$P"; vault add thought"#, "Sub/Box.md"),
    (#"vault config set daily.folder "$P"; vault today"#, "Sub"),
    (#"vault config set daily.format "$P"; vault today"#, "YYYY"),
    (#"vault config set daily.template "$P"; vault today"#, "t"),
    (#"vault config set new.folder "$P"; vault new x"#, "Sub"),
    (#"vault config set new.name "$P"; vault new x"#, "{{title}}"),
    (#"vault config set new.template "$P"; vault new x && vault show x"#, "t"),
    (#"vault config set templates "$P"; vault new x --template secret && vault show x"#, "Templates"),
    (#"vault config set archive "$P"; vault archive --older-than 1d --yes"#, "Old"),
    (#"vault tasks add text --note "$P""#, "n.md"),
    (#"vault tasks add text --note n --heading "$P" --create"#, "Sub"),
    (#"vault tasks add "$P" --note n"#, "text"),
    (#"vault tasks done "$P:3" && vault tasks undo "$P:3""#, "t.md"),
    (#"vault tasks edit "$P:3" --description new"#, "t"),
    (#"vault tasks rm "$P:3""#, "t.md"),
    (#"printf '%s:3\n' "$P" | vault tasks priority high -"#, "t.md"),
    (#"vault tasks move t:3 --note "$P""#, "n.md"),
    (#"vault tasks move t:3 --heading "$P""#, "H"),
    (#"vault tasks promote "$P" --keep"#, "t.md"),
    (#"vault tasks run "$P""#, "t.md"),
    (#"vault import --todotxt ../results/todo.txt --note "$P" --yes"#, "In"),
    (#"vault config set inbox "$P"; vault tasks add text"#, "Sub/Box.md"),
    (#"vault list --path "$P"; s=$?; vault search secretword; vault export --json --path "$P"; [ $s = 0 ]"#, "Sub"),
  ]

  private static let secret = "SECRETWORD"

  /// `root`: the folder that the vault lies in, as `vault`.
  private static func vectors(root: String) -> [String] {
    let ups = [
      "..", "./..", "../.", ".././.", "Sub/../..", "Sub/./../..", "nowhere/../..", "n.md/../..", "..//", "//..", "/..",
      "/../../../../../../..", "../../" + NSString(string: root).lastPathComponent, root, "/" + root,
      root + "/vault/..",
      root + "/./vault/Sub/../..", "file://" + root, "~/..", "\\..", "..\\..", "%2e%2e", "..%2f..", "．．", "..\u{200B}",
      ".. ", " ..", "..\t..", "\u{1B}/..", "out/..", "chain/..", "[[..", "..|x", "../#", "$PWD/..",
    ]
    let downs = [
      "", "/", "/secret.md", "/secret", "/outside/secret.md", "/outside/new.md", "/outside", "/outside/", "/new",
      "/outside/../secret.md", "/.//outside//secret.md", "/vault/../secret.md", "/outside/deep/er/new.md", "/vault2/x",
      // To Swift, the mark makes another character of the slash.
      "/\u{301}x", "/\u{301}x.md",
    ]
    let links = [
      "out", "out/", "out/secret.md", "out/secret", "out/new.md", "out.md", "chain", "chain/secret.md",
      "absolute/secret",
      "absolute/new", "Sub/../out/secret.md", "out/../out/new.md", "out/deep/er/new.md", "dangling", "dangling.md",
      "dangling/x", "Sub/out.md", "Sub/out/secret", "twice.md", "out/.hidden.md", ".vault/trash/../../../secret.md",
      ".vault/../../outside/secret.md", ".vault/templates/../../../secret.md", ".obsidian/../../secret.md",
    ]
    return ups.flatMap { up in downs.map { up + $0 } } + links
  }

  @Test func thereAreManyVectors() {
    #expect(Set(Self.vectors(root: "/x")).count >= 500)
  }

  @Test(arguments: surfaces.indices)
  func nothingOutsideIsReached(_ surface: Int) throws {
    let place = try Self.place()
    let before = try place.outside()
    let vectors = Self.vectors(root: place.sandbox.root)
    // In the short form every vector is tried somewhere, and every surface with many.
    let chosen = vectors.indices.filter { KillTests.isSoak || $0 % Self.surfaces.count == surface }
    for vector in chosen.map({ vectors[$0] }) {
      try place.renew()
      let outcome = try place.run(Self.surfaces[surface].line, vector)
      let told = "\(Self.surfaces[surface].line) with \(vector.debugDescription): \(outcome.text)\(outcome.errorText)"
      #expect(outcome.status < 100, "\(told)")
      #expect(!outcome.text.contains(Self.secret) && !outcome.errorText.contains(Self.secret), "\(told)")
      let after = try place.outside()
      #expect(after == before, "\(told)")
      if after != before { return }
    }
  }

  /// Else the test above would prove nothing.
  @Test(arguments: surfaces.indices)
  func aHarmlessPathIsTaken(_ surface: Int) throws {
    let outcome = try Self.place().run(Self.surfaces[surface].line, Self.surfaces[surface].harmless)
    #expect(outcome.status == 0, "\(Self.surfaces[surface].line): \(outcome.text)\(outcome.errorText)")
  }

  @Test func theLookOutsideSeesWhatItIsFor() throws {
    let place = try Self.place()
    let before = try place.outside()
    _ = try place.run(#"echo x >"$P""#, "../outside/secret.md")
    let changed = try place.outside()
    #expect(changed != before)
    _ = try place.run(#"mkdir -p "$P""#, "../outside/deep/er")
    #expect(try place.outside() != changed)
  }

  // MARK: The folder

  private struct Place {
    var sandbox: Sandbox

    /// What a run before may have moved.
    func renew() throws {
      let outcome = try sandbox.run(
        """
        rm -rf .vault/config.yaml n.md m.md t.md Sub
        printf -- '# H\\n\\n- [ ] task\\n\\n```tasks\\nnot done\\n```\\n' >t.md
        mkdir Sub && printf -- '---\\nk: v\\n---\\n# H\\n' >n.md && printf 'm' >m.md && printf '[[n]]' >Sub/s.md
        ln -sfn ../outside out && ln -sfn out chain && ln -sfn "$PWD/../outside" absolute && ln -sfn ../outside/secret.md out.md
        ln -sfn out.md twice.md && ln -sfn ../outside/nothing dangling && ln -sfn ../outside/nothing.md dangling.md
        ln -sfn ../../outside Sub/out && ln -sfn ../../outside/secret.md Sub/out.md
        touch -t 202001010000 m.md
        """)
      #expect(outcome.status == 0, "\(outcome.errorText)")
    }

    func run(_ line: String, _ path: String) throws -> Outcome {
      let json = String(decoding: try JSONEncoder().encode(path), as: UTF8.self)
      return try sandbox.run(
        "P=$(cat; echo .); J=${P#*\u{1}} P=${P%%\u{1}*}; J=${J%.}; export P J\n" + line, input: path + "\u{1}" + json)
    }

    /// Everything beside the vault: folders, links, and files with their texts.
    func outside() throws -> [String: String] {
      var found: [String: String] = [:]
      for path in try FileManager.default.subpathsOfDirectory(atPath: sandbox.root) {
        // The user's state is where it should be. By bytes, since a mark makes another character of a slash.
        if ["vault/", "cache/", "run-", "home/.local"].contains(where: { path.utf8.starts(with: $0.utf8) }) {
          continue
        }
        let attributes = try FileManager.default.attributesOfItem(atPath: sandbox.root + "/" + path)
        if attributes[.type] as? FileAttributeType == .typeRegular {
          found[path] = String(
            decoding: try Data(contentsOf: URL(fileURLWithPath: sandbox.root + "/" + path)), as: UTF8.self)
        } else {
          found[path] = "(\((attributes[.type] as? FileAttributeType)?.rawValue ?? "?"))"
        }
      }
      return found
    }
  }

  private static func place() throws -> Place {
    let place = Place(sandbox: try Sandbox(notes: false))
    let outcome = try place.sandbox.run(
      """
      cd ..
      mkdir outside outside/sub vault/.vault/templates vault/Templates
      printf 'from a template\\n' | tee vault/.vault/templates/t.md >vault/Templates/secret.md
      for file in secret.md outside/secret.md outside/sub/secret.md; do
        printf '# H\\n\\n- [ ] \(secret) [[n]]\\n' >"$file"
        touch -t 202001010000 "$file"
      done
      printf '[{"title":"imported","body":"b"}]' >results/n.json
      printf '(A) imported due:2026-04-01\\n' >results/todo.txt
      """)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    try place.renew()
    return place
  }
}
