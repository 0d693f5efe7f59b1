import Testing
import VaultCore

@testable import VaultInterface

@Suite struct ColorSchemeTests {
  @Test(arguments: [("work", Role.work), ("Personal", .personal), ("SHOPPING", .shopping), ("garden", .category)])
  func categoriesAreTheSameInAnyCase(_ name: String, _ role: Role) {
    #expect(Role(category: name) == role)
  }

  @Test(arguments: [
    ("grey", ColorScheme.grey), ("gray", .grey), ("Default", .grey), ("BLUE", .blue), ("", nil), ("greyish", nil),
  ])
  func someHaveOtherNames(_ name: String, _ scheme: ColorScheme?) {
    #expect(ColorScheme(named: name) == scheme)
  }
}
