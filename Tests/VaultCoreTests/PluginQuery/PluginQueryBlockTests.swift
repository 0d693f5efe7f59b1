import Testing

@testable import VaultCore

@Suite struct PluginQueryBlockTests {
  private func blocks(_ text: String) -> [String] {
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      PluginQueryBlock.all(in: MarkdownDocument(bytes), bytes).map {
        "\($0.line): \($0.text.replacing("\n", with: "|"))"
      }
    }
  }

  static let table: [(String, [String])] = [
    ("```tasks\nnot done\n\nlimit 3\n```\n", ["1: not done||limit 3"]),
    ("---\na: b\n---\n\n~~~ tasks\nx\n~~~\n", ["5: x"]), ("```tasks\n```\n", ["1: "]), ("```tasks\nx", ["1: x"]),
    ("```tasks\na\n```\n```tasks\nb\n```\n", ["1: a", "4: b"]), ("````tasks\n```\na\n````\n", ["1: ```|a"]),
    ("> [!note]\n> ```tasks\n> a\n> b\n> ```\n", ["2: a|b"]), ("- x\n  ```tasks\n  a\n  ```\n", ["2: a"]),
    ("> > - ```tasks\n> >   a\n> >   ```\n", ["1: a"]), ("```tasks\r\na\r\nb\r\n```\r\n", ["1: a|b"]),
    ("```TASKS\na\n```\n", []), ("```text\n```tasks\n```\n", []), ("    ```tasks\n    a\n    ```\n", []),
    ("```taskseq\na\n```\n", []), ("```tasks extra\na\n```\n", ["1: a"]),
  ]

  @Test(arguments: table)
  func found(_ text: String, _ expected: [String]) {
    #expect(blocks(text) == expected)
  }
}
