import Foundation
import Testing
import VaultCore
import VaultInterface

@testable import VaultTerminal

@Suite struct ThemeTests {
  /// Those of to-dos mean the same in every scheme, and each something of its own.
  @Test(arguments: Background.allCases) func prioritiesAndCategoriesHaveColoursOfTheirOwn(_ background: Background)
    throws
  {
    let roles: [Role] = [.high, .medium, .low, .general, .work, .personal, .shopping]
    let usual = Theme(.grey, on: background)
    for scheme in ColorScheme.allCases {
      let theme = Theme(scheme, on: background)
      let colors = try roles.map { try #require(theme[$0].foreground) }
      #expect(Set(colors).count == roles.count)
      #expect(Set(colors.map(\.palette)).count == roles.count)
      for role in roles { #expect(theme[role] == usual[role]) }
    }
  }

  @Test(arguments: Background.allCases) func prioritiesAreBlueOrangeAndRed(_ background: Background) throws {
    func channels(_ role: Role) throws -> (red: UInt32, green: UInt32, blue: UInt32) {
      let rgb = try #require(Theme(.green, on: background)[role].foreground).rgb
      return (rgb >> 16, rgb >> 8 & 0xFF, rgb & 0xFF)
    }
    let (low, medium, high) = (try channels(.low), try channels(.medium), try channels(.high))
    #expect(low.blue > low.green && low.green > low.red)
    #expect(medium.red > medium.green && medium.green > medium.blue)
    #expect(high.red > 150 && high.green < high.red / 2 && high.blue < high.red / 2)
  }

  /// Contrast as the Web Content Accessibility Guidelines have it, for the colour itself and for its entry of the palette,
  /// of which few stand out from black and white alike.
  @Test(arguments: ColorScheme.allCases, Background.allCases)
  func coloursCanBeReadOnWhatTheyAreFor(_ scheme: ColorScheme, _ background: Background) {
    let theme = Theme(scheme, on: background)
    for role in Role.allCases {
      guard let color = theme[role].foreground else { continue }
      for ground in Self.grounds(background) {
        #expect(Self.contrast(color.rgb, ground) >= 4.5, "\(role) on \(String(ground, radix: 16))")
        let least = background == .unknown ? 4.4 : 4.5
        #expect(
          Self.contrast(Self.rgb(color.palette), ground) >= least, "\(role)'s entry on \(String(ground, radix: 16))")
      }
    }
  }

  /// What terminals and their usual themes have for a background.
  private static func grounds(_ background: Background) -> [UInt32] {
    switch background {
    case .dark: [0x000000, 0x1E1E1E, 0x282C34, 0x2E3440, 0x002B36]
    case .light: [0xFFFFFF, 0xFAFAFA, 0xFDF6E3]
    case .unknown: [0x000000, 0xFFFFFF]
    }
  }

  /// A colour of the 256 whose values are not the user's own.
  private static func rgb(_ entry: UInt8) -> UInt32 {
    if entry >= 232 { return (8 + 10 * UInt32(entry - 232)) * 0x010101 }
    let (levels, entry): ([UInt32], Int) = ([0, 95, 135, 175, 215, 255], Int(entry) - 16)
    return levels[entry / 36] << 16 | levels[entry / 6 % 6] << 8 | levels[entry % 6]
  }

  private static func contrast(_ a: UInt32, _ b: UInt32) -> Double {
    func luminance(_ rgb: UInt32) -> Double {
      func linear(_ shift: UInt32) -> Double {
        let value = Double(rgb >> shift & 0xFF) / 255
        return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      }
      return 0.2126 * linear(16) + 0.7152 * linear(8) + 0.0722 * linear(0)
    }
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05)
    return max(a, b) / min(a, b)
  }
}
