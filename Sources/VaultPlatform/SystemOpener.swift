/// The system's own program that opens a file or an address in whatever is meant to open such ones.
package enum SystemOpener {
  #if os(macOS)
    package static let program = "open"
  #else
    package static let program = "xdg-open"
  #endif
}
