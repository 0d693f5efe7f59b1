import Testing
import VaultCore
import VaultTestSupport

@Suite struct FrontMatterListEditTests {
  @Test(arguments: [
    ("---\nt: [a, b]\n---\n", "---\nt: [a, b, new]\n---\n"),
    ("---\nt: [a,b,]\n---\n", "---\nt: [a,b,new,]\n---\n"),
    ("---\nt: [ \"a\" ] # c\n---\n", "---\nt: [ \"a\", \"new\" ] # c\n---\n"),
    ("---\nt: [\n  a,\n  b # b\n]\n---\n", "---\nt: [\n  a,\n  b, # b\n  new\n]\n---\n"),
    ("---\nt: [a, b, # b\n  ]\n---\n", "---\nt: [a, b, # b\nnew,\n  ]\n---\n"),
    ("---\nt: []\n---\n", "---\nt: [new]\n---\n"),
    ("---\nt: [ # none yet\n  ] # c\n---\n", "---\nt: [ # none yet\n    new\n  ] # c\n---\n"),
    ("---\r\nt: [\r\n  # ]\r\n]\r\n---\r\n", "---\r\nt: [\r\n  # ]\r\n  new\r\n]\r\n---\r\n"),
    ("---\n{u: 1, t: [ # c\n]}\n---\n", "---\n{u: 1, t: [ # c\n  new\n]}\n---\n"),
    ("---\nt:\n  - a\n  - b # c\n\n# u's\nu: 1\n---\n", "---\nt:\n  - a\n  - b # c\n  - new\n\n# u's\nu: 1\n---\n"),
    ("---\r\nt:\r\n- 'a'\r\nu: 1\r\n---\r\n", "---\r\nt:\r\n- 'a'\r\n- 'new'\r\nu: 1\r\n---\r\n"),
    ("---\nt:\n  -   a\n---\n", "---\nt:\n  -   a\n  -   new\n---\n"),
    ("---\nt:\n  - a\n  -\n---\n", "---\nt:\n  - a\n  -\n  - new\n---\n"),
    ("---\nt:\n  - x: |\n      y\n\n---\n", "---\nt:\n  - x: |\n      y\n  - new\n\n---\n"),
    ("---\nt: a\n---\n", "---\nt: [a, new]\n---\n"),
    ("---\nt: \"a\" # c\n---\n", "---\nt: [\"a\", \"new\"] # c\n---\n"),
    ("---\nt: a\nl:\n    - x\n---\n", "---\nt:\n    - a\n    - new\nl:\n    - x\n---\n"),
    ("---\nt: 2024\n---\n", "---\nt: [2024, new]\n---\n"),
    ("---\nt:\n---\n", "---\nt: [new]\n---\n"),
    ("---\nt:\nl:\n- x\n---\n", "---\nt:\n- new\nl:\n- x\n---\n"),
    ("---\nt: \"\"\n---\n", "---\nt: [\"new\"]\n---\n"),
    ("---\nl:\n- x\n---\n", "---\nl:\n- x\nt:\n- new\n---\n"),
    ("---\nt: [a, new]\n---\n", "---\nt: [a, new]\n---\n"),
    ("---\nt: new\n---\n", "---\nt: new\n---\n"),
    ("text", "---\nt: [new]\n---\ntext"),
    (
      "---\nt:\n  a: 1\n---\n",
      "line 2: \"t\" holds neither a list nor a single text; give it another value first, or edit it by hand"
    ),
    ("---\n{\"t\": [\"a\"]}\n---\n", "---\n{\"t\": [\"a\", \"new\"]}\n---\n"),
    ("---\nt: [[a, b], {c: d}]\n---\n", "---\nt: [[a, b], {c: d}, new]\n---\n"),
    ("---\nt: [it's, 'a, b', x: y]\n---\n", "---\nt: [it's, 'a, b', x: y, new]\n---\n"),
  ])
  func aTextIsAppended(before: String, after: String) {
    #expect(changed(before, .append(key: "t", ["new"])) == after)
  }

  @Test(arguments: [
    ("---\nt: [a, old, b]\n---\n", "---\nt: [a, b]\n---\n"),
    ("---\nt: [old, a]\n---\n", "---\nt: [a]\n---\n"),
    ("---\nt: [a, old] # c\n---\n", "---\nt: [a] # c\n---\n"),
    ("---\nt: [a, old,]\n---\n", "---\nt: [a,]\n---\n"),
    ("---\nt: [\n  a, # a\n  old\n]\n---\n", "---\nt: [\n  a # a\n]\n---\n"),
    ("---\nt: [\n  a, # a\n  old, # old\n]\n---\n", "---\nt: [\n  a, # a\n]\n---\n"),
    ("---\nt: [\n  old, # old\n  # a's\n  a\n]\n---\n", "---\nt: [\n  # a's\n  a\n]\n---\n"),
    ("---\nt: [\n  a,\n  old # old\n]\n---\n", "---\nt: [\n  a\n]\n---\n"),
    ("---\nt: [\n  a,\n  old, # old\n]\n---\n", "---\nt: [\n  a,\n]\n---\n"),
    ("---\nt: [a, old, # c\n  b]\n---\n", "---\nt: [a,  # c\n  b]\n---\n"),
    ("---\nt: [old, a, 'old', \"old\"]\n---\n", "---\nt: [a]\n---\n"),
    (
      "---\nt:\n  - a\n  # about old\n  - old # c\n  # about b\n  - b\n---\n",
      "---\nt:\n  - a\n  # about old\n  # about b\n  - b\n---\n"
    ),
    ("---\nt:\n  - old\n  - a\n---\n", "---\nt:\n  - a\n---\n"),
    ("---\nt:\n  - a\n  - old\nu: 1\n---\n", "---\nt:\n  - a\nu: 1\n---\n"),
    ("---\nt: [old]\nu: 1\n---\n", "---\nu: 1\n---\n"),
    ("---\nt:\n- old\n- old\n---\n", "---\n---\n"),
    ("---\nt: old\n---\n", "---\n---\n"),
    ("---\nt: [a]\n---\n", "---\nt: [a]\n---\n"),
    ("---\nu: [old]\n---\n", "---\nu: [old]\n---\n"),
  ])
  func aTextIsRemoved(before: String, after: String) {
    #expect(changed(before, .remove(key: "t", ["old"])) == after)
  }

  @Test(arguments: [
    ("---\nt: [a, old, b]\n---\n", "---\nt: [a, new, b]\n---\n"),
    ("---\nt: ['old', b]\n---\n", "---\nt: ['new', b]\n---\n"),
    ("---\nt: [old, new, b]\n---\n", "---\nt: [new, b]\n---\n"),
    ("---\nt: [old, b, old]\n---\n", "---\nt: [new, b]\n---\n"),
    ("---\nt: [b, b, old]\n---\n", "---\nt: [b, b, new]\n---\n"),
    ("---\nt:\n  - old # c\n  - b\n---\n", "---\nt:\n  - new # c\n  - b\n---\n"),
    ("---\nt:\n  - |-\n    old\n  - b\n---\n", "---\nt:\n  - new\n  - b\n---\n"),
    ("---\nt:\n  - b\n  - new\n  - old\n---\n", "---\nt:\n  - b\n  - new\n---\n"),
    ("---\nt: old\n---\n", "---\nt: new\n---\n"),
    ("---\nt: \"old\"\n---\n", "---\nt: \"new\"\n---\n"),
    ("---\nt: other\n---\n", "---\nt: other\n---\n"),
  ])
  func aTextBecomesAnother(before: String, after: String) {
    #expect(changed(before, .replace(key: "t", ["old": "new"])) == after)
  }

  @Test(arguments: [
    (
      "---\ntags: [Work, \"#old\"]\n---\n", "---\ntags: [Work, \"#old\", new]\n---\n", "---\ntags: [Work]\n---\n",
      "---\ntags: [Work, \"#x/y\"]\n---\n"
    ),
    (
      "---\ntags: work, OLD\n---\n", "---\ntags: [work, OLD, new]\n---\n", "---\ntags: work\n---\n",
      "---\ntags: work, x/y\n---\n"
    ),
    (
      "---\ntags: old work\n---\n", "---\ntags: [old, work, new]\n---\n", "---\ntags: work\n---\n",
      "---\ntags: x/y work\n---\n"
    ),
    (
      "---\ntags: [old, X/Y]\n---\n", "---\ntags: [old, X/Y, new]\n---\n", "---\ntags: [X/Y]\n---\n",
      "---\ntags: [X/Y]\n---\n"
    ),
  ])
  func tagsCompareWithoutCaseAndSign(before: String, more: String, fewer: String, other: String) {
    #expect(changed(before, .append(key: "tags", ["new", "#NEW"], comparing: .tag)) == more)
    #expect(changed(before, .append(key: "tags", ["Old"], comparing: .tag)) == before)
    #expect(changed(before, .remove(key: "tags", ["old"], comparing: .tag)) == fewer)
    #expect(changed(before, .replace(key: "tags", ["old": "x/y"], comparing: .tag)) == other)
  }

  @Test(arguments: [("---\ntags: old b\n---\n", "---\ntags: [two words, b]\n---\n")])
  func whatWouldBeSplitAgainMakesAList(before: String, after: String) {
    #expect(changed(before, .replace(key: "tags", ["old": "two words"], comparing: .tag)) == after)
  }
}
