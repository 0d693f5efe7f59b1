import Testing

@testable import VaultCore

@Suite struct PluginQueryPlaceholdersTests {
  private static let properties: [Property] = {
    let text = """
      ---
      project: Roof
      count: 3
      many: [a, b]
      nothing:
      nested: {a: b}
      lines: "done\\nhas tags"
      self: "{{query.file.property('self')}}"
      TQ_short_mode: true
      TQ_show_tree: false
      TQ_explain: no
      TQ_sort_by: [due, path reverse]
      TQ_group_by: status
      TQ_extra_instructions: |-
        folder includes {{query.file.folder}}
        not done
      ---
      """
    return Array(text.utf8).withUnsafeBufferPointer { FrontMatterParser.parse($0).properties }
  }()

  private static let file = PluginQueryFile(path: "Work/Plans/Roof.md", properties: properties)
  private static let bare = PluginQueryFile(path: "Roof.md", properties: [])

  private func expanded(_ text: String, _ file: PluginQueryFile = file) throws -> String {
    try PluginQueryPlaceholders(file: file, presets: PluginQueryPresets()).expand(text)
  }

  static let values: [(String, String)] = [
    ("{{query.file.path}}", "Work/Plans/Roof.md"), ("{{query.file.pathWithoutExtension}}", "Work/Plans/Roof"),
    ("{{query.file.root}}", "Work/"), ("{{query.file.folder}}", "Work/Plans/"), ("{{query.file.filename}}", "Roof.md"),
    ("{{ query.file.filenameWithoutExtension }}", "Roof"), ("{{query.file.path.toUpperCase()}}", "WORK/PLANS/ROOF.MD"),
    ("{{query.file.property('project')}}", "Roof"), ("{{query.file.property(\"PROJECT\")}}", "Roof"),
    ("{{query.file.property('count')}}", "3"), ("{{query.file.property('many')}}", "a,b"),
    ("{{query.file.hasProperty('project')}}", "true"), ("{{query.file.hasProperty('nothing')}}", "false"),
    ("{{query.file.hasProperty('x')}}", "false"), ("{{query.file.property('x') ?? 'none'}}", "none"),
    ("{{query.file.property('nothing') ?? ''}}", ""), ("{{query.file.property('project') ?? 'none'}}", "Roof"),
    ("a {{! b }}c{{!d}}", "a c"), ("a {{ b", "a {{ b"), ("a }} b {{", "a }} b {{"),
    ("{{preset.this_root}}", "root includes Work/"), ("[[{{query.file.property('project')}}#]]", "[[Roof#]]"),
  ]

  @Test(arguments: values)
  func stand(_ text: String, _ expected: String) throws {
    #expect(try expanded(text) == expected)
  }

  @Test func theRootIsASlash() throws {
    #expect(try expanded("{{query.file.root}} {{query.file.folder}}", Self.bare) == "/ /")
  }

  static let refusals: [(String, String)] = [
    ("path includes {{query.file.fileName}}", "query.file.filename}}"),
    ("path includes {{query.file.property('x')}}", "no property"),
    ("path includes {{query.file.property('nothing')}}", "no property"),
    ("path includes {{query.file.property('nested')}}", "holds others"),
    ("path includes {{query.file.property(x)}}", "is a script"), ("path includes {{moment()}}", "is a script"),
    ("path includes {{query.file.property('self')}}", "without an end"), ("path includes {{preset.x}}", "no preset"),
  ]

  @Test(arguments: refusals)
  func areRefused(_ text: String, _ message: String) {
    let error = PluginQueryCase.error(text, file: Self.file)
    #expect(error.contains(message), "\(error)")
  }

  @Test func commentsAreNotLookedAt() throws {
    #expect(try PluginQueryCase.parse("# {{4 + 6}}\ndone").filters.count == 1)
  }

  @Test func onePlaceholderMayBeSeveralInstructions() throws {
    let file = PluginQueryFile(path: "a.md", properties: Self.properties.filter { $0.key == "lines" })
    let query = try PluginQueryCase.parse("{{query.file.property('lines')}}", file: file)
    #expect(query.filters.map(\.statement.text) == ["done", "has tags"])
  }

  @Test func propertiesOfTheNoteAreInstructions() throws {
    let query = try PluginQueryCase.parse("limit 3", file: Self.file)
    #expect(query.filters.map(\.statement.text) == ["folder includes Work/Plans/", "not done"])
    #expect(query.filters.map(\.statement.origin) == [.fileDefaults, .fileDefaults])
    #expect(query.layout.isShort)
    #expect(!query.layout.shows(.tree))
    #expect(!query.explains)
    #expect(query.sorters.map(\.key) == [.due, .path])
    #expect(query.sorters.map(\.isReversed) == [false, true])
    #expect(query.groupers.map(\.key) == [.status])
  }

  @Test func presetsAreInstructionsOrPartsOfThem() throws {
    let presets = [
      TaskPreset(name: "mine", text: "# note\n(has tags) OR \\\n  (done)\nlimit 3"),
      TaskPreset(name: "part", text: "has tags"), TaskPreset(name: "outer", text: "preset mine\nshort mode"),
    ]
    let query = try PluginQueryCase.parse("not done\npreset outer\n({{preset.part}}) AND (has id)", presets: presets)
    #expect(query.filters.map(\.statement.text) == ["not done", "(has tags) OR (done)", "(has tags) AND (has id)"])
    #expect(query.filters.map(\.statement.line) == [1, 2, 3])
    #expect(query.limit == 3)
    #expect(query.layout.isShort)
    let own = try PluginQueryCase.parse("preset this_file", presets: [TaskPreset(name: "this_file", text: "done")])
    #expect(own.filters.map(\.statement.text) == ["done"])
  }

  @Test func presetsThatNameEachOtherEnd() {
    let loop = [TaskPreset(name: "a", text: "preset b"), TaskPreset(name: "b", text: "preset a")]
    #expect(PluginQueryCase.error("preset a", presets: loop).contains("without an end"))
    let many = String(repeating: "preset wide\n", count: 300)
    #expect(PluginQueryCase.error("preset wide", presets: [TaskPreset(name: "wide", text: many)]) != "")
    let growing = [TaskPreset(name: "g", text: "{{preset.g}} {{preset.g}}")]
    #expect(PluginQueryCase.error("path includes {{preset.g}}", presets: growing).contains("without an end"))
  }

  @Test func thePluginsOwnPresetsRun() throws {
    for name in PluginQueryPresets().names {
      #expect(PluginQueryCase.error("preset \(name)", file: Self.file) == "", "\(name)")
    }
    let here = PluginQueryCase.task("- [ ] a", in: "Work/Plans/b.md")
    let below = PluginQueryCase.task("- [ ] a", in: "Work/Plans/More/b.md")
    let file = PluginQueryFile(path: "Work/Plans/Roof.md", properties: [])
    #expect(try PluginQueryCase.finds("preset this_folder_only", here, file: file))
    #expect(try !PluginQueryCase.finds("preset this_folder_only", below, file: file))
    #expect(try PluginQueryCase.finds("preset this_folder", below, file: file))
  }
}
