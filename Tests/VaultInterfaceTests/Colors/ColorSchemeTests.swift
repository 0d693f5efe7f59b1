import Testing

@testable import VaultInterface

@Suite struct ColorSchemeTests {
  @Test(arguments: [("work", Role.work), ("Personal", .personal), ("SHOPPING", .shopping), ("garden", .category)])
  func categoriesAreTheSameInAnyCase(_ name: String, _ role: Role) {
    #expect(Role(category: name) == role)
  }
}
