import VaultCore
import VaultInterface

/// The six colour schemes, light and dark, as CSS variables. They are the colours of a terminal, too: nothing is decided here
/// but what a page stands on.
enum ThemeStyle {
  private static let variables: [(name: String, role: Role)] = [
    ("accent", .accent), ("quiet", .path), ("muted", .muted), ("overdue", .overdue), ("medium", .medium), ("low", .low),
    ("done", .success), ("code", .code), ("mark", .match), ("work", .work), ("personal", .personal),
    ("shopping", .shopping),
  ]

  static let text: String = {
    var css = ""
    for scheme in ColorScheme.allCases {
      let (light, dark) = (declarations(scheme, .light), declarations(scheme, .dark))
      let root = ":root[data-theme=\(scheme.rawValue)]"
      css += "\(root){\(light)}\n"
      css += "\(root)[data-appearance=dark]{\(dark)}\n"
      css += "@media(prefers-color-scheme:dark){\(root)[data-appearance=auto]{\(dark)}}\n"
    }
    return css
  }()

  private static func declarations(_ scheme: ColorScheme, _ background: Background) -> String {
    let palette = Palette(scheme, on: background)
    return variables.compactMap { name, role in
      palette[role].map { "--\(name):#\(hexadecimal($0.rgb));" }
    }.joined()
  }

  private static func hexadecimal(_ rgb: UInt32) -> String {
    let digits = String(rgb, radix: 16)
    return String(repeating: "0", count: 6 - digits.count) + digits
  }
}
