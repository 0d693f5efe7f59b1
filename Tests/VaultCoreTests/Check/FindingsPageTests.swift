import Foundation
import Testing
import VaultCore
import VaultTestSupport

/// `Documentation/findings.md` is the table of rules. `VAULT_RECORD=1 swift test --filter FindingsPageTests` writes it anew.
@Suite struct FindingsPageTests {
  @Test func documentationIsTheTable() throws {
    let page = URL(fileURLWithPath: RepositoryPlaces.root + "/Documentation/findings.md")
    if ProcessInfo.processInfo.environment["VAULT_RECORD"] != nil {
      try Data(Self.page.utf8).write(to: page)
      return
    }
    #expect(Self.page == String(decoding: try Data(contentsOf: page), as: UTF8.self))
  }

  private static var page: String {
    let rows = CheckRule.all.map { rule in
      "| `\(rule.name)` | \(rule.level.rawValue) | \(rule.summary) | \(rule.isRepairable ? "yes" : "") |"
    }
    return """
      # Findings

      What `vault doctor` and `vault check` tell of, and how grave each is unless `check.levels` says otherwise: `off`, `info`,
      `warning` or `error`. A name that ends in `*` stands for all codes that begin so, in `check.levels` and behind
      `vault-check: off` as well. What can be repaired without asking anybody, `vault check --fix` repairs.

      | code | level | what it says | repaired |
      |---|---|---|---|
      \(rows.joined(separator: "\n"))

      A link leads somewhere where a file or folder of that path is there, even if it is none of the vault's. The case of a link
      counts where its path is written out (`[text](Note.md)`), never in a wikilink. Links in `%%` comments are left out.
      Anchors are looked for by Obsidian's rule and as web pages name them. An attachment is named by links, by properties, in
      HTML, and by canvases, style sheets and other text files of the vault.

      ## What front matter has to hold

      Each entry of `check.schema` has `notes`, a query that finds the notes it is about, and any of these:

      - `required`: properties that must be there and not empty.
      - `properties`: a map from properties to what their values have to be. `type` is one of
        \(ValueRule.ValueType.allCases.map { "`\($0.rawValue)`" }.joined(separator: ", ")); `values` lists the valid ones; `min`
        and `max` are numbers or days; `pattern` is a regular expression, found anywhere unless it has `^` and `$`; `each` holds
        such rules for the values of a list. Without `type: list`, a list of valid values is valid, too.
      - `other: false`: there may be no other properties.

      Keys compare without case; one that is written in another case than in the schema is told as unknown, and repaired.
      Quotes do not matter to dates. Front matter in TOML, or that cannot be read, is not looked at.

      """
  }
}
