import Testing
import VaultInterface

@testable import VaultTerminal

@Suite struct ThemeTests {
  /// Those of to-dos mean the same in every scheme, and each something of its own.
  @Test(arguments: [true, false]) func prioritiesAndCategoriesHaveColoursOfTheirOwn(_ isDark: Bool) throws {
    let roles: [Role] = [.high, .medium, .low, .general, .work, .personal, .shopping]
    let usual = Theme(.grey, isDark: isDark)
    for scheme in ColorScheme.allCases {
      let theme = Theme(scheme, isDark: isDark)
      let colors = try roles.map { try #require(theme[$0].foreground) }
      #expect(Set(colors).count == roles.count)
      #expect(Set(colors.map(\.palette)).count == roles.count)
      for role in roles { #expect(theme[role] == usual[role]) }
    }
  }

  @Test(arguments: [true, false]) func prioritiesAreBlueOrangeAndRed(_ isDark: Bool) throws {
    func channels(_ role: Role) throws -> (red: UInt32, green: UInt32, blue: UInt32) {
      let rgb = try #require(Theme(.green, isDark: isDark)[role].foreground).rgb
      return (rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF)
    }
    let (low, medium, high) = (try channels(.low), try channels(.medium), try channels(.high))
    #expect(low.blue > low.green && low.green > low.red)
    #expect(medium.red > medium.green && medium.green > medium.blue)
    #expect(high.red > 150 && high.green < high.red / 2 && high.blue < high.red / 2)
  }
}
