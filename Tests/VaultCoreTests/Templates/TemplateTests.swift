import Testing
import VaultTestSupport

@testable import VaultCore

@Suite struct TemplateTests {
  private func values(_ others: [String: String] = [:]) throws -> Template.Values {
    let time = CivilTime(date: try #require(CivilDate("2026-03-01")), secondOfDay: 9 * 3600 + 7 * 60)
    return Template.Values(title: "A title", time: time, others: others)
  }

  @Test(
    arguments: [
      ("# {{title}}", "# A title"), ("{{date}} {{time}}", "2026-03-01 09:07"),
      ("{{DATE}}{{ Title }}", "2026-03-01A title"),
      ("{{date:dddd, Do MMMM}}", "Sunday, 1st March"), ("{{time:YYYY}}", "2026"), ("{{date: HH:mm }}", "09:07"),
      ("{{date:}}", "2026-03-01"), ("{{date:[a]D}}", "a1"), ("{{{date}}}", "{2026-03-01}"),
      ("{{}} {{ }}", "{{}} {{ }}"),
      ("{{date", "{{date"), ("{{da\nte}}", "{{da\nte}}"), ("{date}}", "{date}}"),
      ("{{title}}{{title}}", "A titleA title"),
      ("{{ {{date}}", "{{ 2026-03-01"), ("", ""), ("{{", "{{"), ("{{}}", "{{}}"),
    ])
  func fillsIn(_ template: String, _ expected: String) throws {
    let filled = Template(template).filled(try values())
    #expect(String(decoding: filled.text, as: UTF8.self) == expected)
    #expect(filled.unknown == [])
  }

  @Test func unknownNamesStayAndAreTold() throws {
    let text = "{{date+1d:YYYY}} {{yesterday}} {{ Who }} {{Who}} {{title:x}} {{tp.file.title}}"
    let filled = Template(text).filled(try values())
    #expect(String(decoding: filled.text, as: UTF8.self) == text)
    #expect(filled.unknown == ["date+1d", "yesterday", "Who", "title", "tp.file.title"])
  }

  @Test func theCallersValuesCountInAnyCaseAndFirst() throws {
    let filled = Template("{{CONTENT}}|{{title}}|{{date}}").filled(
      try values(["content": "{{title}}", "Title": "Other"]))
    #expect(String(decoding: filled.text, as: UTF8.self) == "{{title}}|Other|2026-03-01")
  }

  @Test func defaultFormatsAreTheCallers() throws {
    var values = try values()
    (values.dateFormat, values.timeFormat) = ("D/M", "h a")
    #expect(Template("{{date}} {{time}} {{date:YY}}").filled(values).text == Array("1/3 9 am 26".utf8))
  }

  @Test func valuesGetTheTemplatesLineEndings() throws {
    let filled = Template("\u{FEFF}---\r\na: {{a}}\r\n").filled(try values(["a": "x\ny\r\nz"]))
    #expect(filled.text == Array("\u{FEFF}---\r\na: x\r\ny\r\nz\r\n".utf8))
    #expect(Template("{{a}}\n").filled(try values(["a": "x\r\ny"])).text == Array("x\ny\n".utf8))
  }

  @Test func bytesThatAreNoTextStay() throws {
    let bytes: [UInt8] = [0xFF, 0x7B, 0x7B, 0xFE, 0x7D, 0x7D, 0xC3, 0x0D, 0x00]
    #expect(Template(bytes).filled(try values()).text == bytes)
  }

  @Test func withoutKnownNamesNothingChanges() throws {
    var random = SeededGenerator(seed: 51)
    for _ in 0..<2_000 {
      let bytes = (0..<random.below(30)).map { _ in
        random.pick([0x7B, 0x7B, 0x7D, 0x7D, 0x3A, 0x20, 0x78, 0x0A, 0x0D, 0xC3] as [UInt8])
      }
      #expect(Template(bytes).filled(try values()).text == bytes)
    }
  }
}
