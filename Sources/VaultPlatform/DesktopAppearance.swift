#if os(macOS)
  import Foundation
#endif

/// True where the desktop is set to dark, false where it is set to light; nil where only another process could tell, as on
/// Linux.
package func isDesktopDark() -> Bool? {
  #if os(macOS)
    // Set to light, the desktop has no such setting.
    return UserDefaults.standard.string(forKey: "AppleInterfaceStyle") == "Dark"
  #else
    return nil
  #endif
}
