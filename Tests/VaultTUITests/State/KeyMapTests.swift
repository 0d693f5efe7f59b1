import Testing

@testable import VaultTUI

@Suite struct KeyMapTests {
  @Test(arguments: [[("quit", "")], [("quit", "q"), ("new", "q")], [("quit", "x"), ("toggle", "x")]])
  func thereIsAlwaysAWayOut(_ own: [(name: String, text: String)]) {
    let (map, problems) = KeyMap.standard(with: own)
    #expect(problems.contains { $0.contains("quit") })
    #expect(Key(named: "q").flatMap(map.action) == .quit)
  }

  @Test func eachActionIsInTheTableOnce() {
    #expect(Set(KeyMap.standard.bindings.map(\.action)) == Set(UIAction.allCases))
    #expect(KeyMap.standard.bindings.count == UIAction.allCases.count)
  }

  @Test func eachKeyDoesOneThing() {
    let keys = KeyMap.standard.bindings.flatMap(\.keys)
    #expect(Set(keys).count == keys.count)
    for binding in KeyMap.standard.bindings { #expect(!binding.keys.isEmpty, "\(binding.action)") }
  }

  @Test func keysCanBeGivenOtherwise() {
    let (map, problems) = KeyMap.standard(with: [("edit", "Ctrl-E F2"), ("quit", "e")])
    #expect(problems == [])
    #expect(map.action(for: Key(named: "F2") ?? Key(.up)) == .edit)
    #expect(map.action(for: Key(named: "e") ?? Key(.up)) == .quit)
    #expect(map.action(for: Key(named: "q") ?? Key(.up)) == nil)
  }

  @Test(arguments: [("nothing", "x"), ("edit", "Ctrl-"), ("edit", "xx")])
  func whatCannotBeUnderstoodIsTold(_ name: String, _ keys: String) {
    let (map, problems) = KeyMap.standard(with: [(name, keys)])
    #expect(problems.count == 1)
    #expect(map == .standard)
  }
}
