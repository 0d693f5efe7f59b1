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
      css += swatches(scheme)
    }
    return css
  }()

  /// The scheme's colour beside its name, whichever scheme the page has.
  private static func swatches(_ scheme: ColorScheme) -> String {
    let swatch = ".swatch.\(scheme.rawValue)"
    func color(_ background: Background) -> String {
      Palette(scheme, on: background)[.accent].map { "{--swatch:#\(hexadecimal($0.rgb))}" } ?? "{}"
    }
    return "\(swatch)\(color(.light))\n:root[data-appearance=dark] \(swatch)\(color(.dark))\n"
      + "@media(prefers-color-scheme:dark){:root[data-appearance=auto] \(swatch)\(color(.dark))}\n"
  }

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
