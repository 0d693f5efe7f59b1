import Testing
import VaultCore

@Suite struct TaskLineMergeTests {
  @Test(
    arguments: [
      ("- [ ] a\n", "- [x] a ✅ 2026-01-02\n", "- [ ] a 📅 2026-01-05\n", "- [x] a 📅 2026-01-05 ✅ 2026-01-02\n"),
      ("- [ ] a\n", "- [x] a ✅ 2026-01-02\n", "- [x] a ✅ 2026-01-01\n", "- [x] a ✅ 2026-01-01\n"),
      (
        "- [ ] a\n", "- [x] a [completion:: 2026-01-02]\n", "- [x] a [completion:: 2026-01-03]\n",
        "- [x] a [completion:: 2026-01-02]\n"
      ),
      ("- [ ] a\n", "- [X] a\n", "- [x] a 🔼\n", "- [x] a 🔼\n"),
      (
        "- [ ] a b 📅 2026-01-01\n", "- [ ] a b c 📅 2026-01-01\n", "- [ ] a b 📅 2026-01-09\n",
        "- [ ] a b c 📅 2026-01-09\n"
      ),
      ("- [ ] a 📅 2026-01-01\n", "- [ ] a\n", "- [ ] a 📅 2026-01-01 🔼\n", "- [ ] a 🔼\n"),
      ("  * [ ] a ⏫\n", "  * [/] a ⏫\n", "  * [ ] a 🔺\n", "  * [/] a 🔺\n"),
      ("- [ ] a\n", "* [ ] a\n", "- [x] a\n", "* [x] a\n"),
      ("> 1. [ ] a b ^id\n", "> 1. [ ] a b c ^id\n", "> 1. [x] a b ^id\n", "> 1. [x] a b c ^id\n"),
      (
        "- [ ] `📅 2026-01-01` a b\n", "- [x] `📅 2026-01-01` a b\n", "- [ ] `📅 2026-01-01` a b c\n",
        "- [x] `📅 2026-01-01` a b c\n"
      ),
      // An item without a box: its mark and its words.
      ("- a b\n", "* a b\n", "- a b c\n", "* a b c\n"),
    ])
  func eachPartIsMergedForItself(_ base: String, _ ours: String, _ theirs: String, _ expected: String) {
    #expect(merged("x\n\n" + base, "x\n\n" + ours, "x\n\n" + theirs) == .text("x\n\n" + expected))
  }

  @Test(
    arguments: [
      ("- [ ] a\n", "- [x] a\n", "- [-] a\n"), ("- [ ] a\n", "- [x] a\n", "- [/] a\n"),
      ("- [ ] a 📅 2026-01-01\n", "- [ ] a 📅 2026-01-02\n", "- [ ] a 📅 2026-01-03\n"),
      ("- [ ] a\n", "- [ ] a b\n", "- [ ] a c\n"), ("- [ ] a\n", "- [-] a ❌ 2026-01-02\n", "- [-] a ❌ 2026-01-03\n"),
      // Which of two fields of a kind is meant is for a person.
      ("- [ ] a 📅 2026-01-01 📅 2026-01-02\n", "- [x] a 📅 2026-01-01 📅 2026-01-02\n", "- [ ] a 📅 2026-01-01\n"),
      ("- [ ] a ^x\n", "- [ ] a ^y\n", "- [ ] a ^z\n"), ("- a\n", "- [ ] a\n", "- a b\n"),
    ])
  func whatBothChangedIsOpen(_ base: String, _ ours: String, _ theirs: String) {
    #expect(merged(base, ours, theirs).open.count == 1)
  }

  @Test func theNextOccurrencesOfTwoCompletionsAreOne() {
    let base = "- [ ] water 🔁 every day 📅 2026-01-01\n"
    let next = "- [ ] water 🔁 every day 📅 2026-01-02\n"
    let done = "- [x] water 🔁 every day 📅 2026-01-01 ✅ 2026-01-0"
    #expect(merged(base, next + done + "2\n", next + done + "1\n") == .text(next + done + "1\n"))
  }
}
