import Testing

@testable import VaultWeb

@Suite struct FormFieldsTests {
  @Test func values() {
    let fields = FormFields("a=1&b=x+y%21&a=2&c&d=%C3%BC&e=a=b")
    #expect(fields["a"] == "1")
    #expect(
      fields["b"] == "x y!" && fields["c"] == "" && fields["d"] == "ü" && fields["e"] == "a=b" && fields["f"] == nil)
  }

  @Test(arguments: ["a=%", "a=%4", "a=%zz", "a=%FF"])
  func whatIsWrongIsLeftOut(text: String) {
    #expect(FormFields(text)["a"] == nil)
  }
}
