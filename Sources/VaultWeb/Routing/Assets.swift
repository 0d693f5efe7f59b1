import CWebAssets
import Crypto
import VaultCore
import VaultInterface

/// The files that pages are made with. Their addresses have a hash of what is in them, so browsers keep them for good.
enum Assets {
  enum Name: String, CaseIterable {
    case style = "page.css"
    case themes = "themes.css"
    case script = "page.js"
    case icon = "icon.svg"
    case manifest = "manifest.webmanifest"
  }

  private struct Asset {
    let address: String
    let type: String
    let bytes: [UInt8]
  }

  private static let folder = "/assets/"
  /// At the root, since a worker serves what lies below it. Browsers look for a newer one themselves.
  private static let worker = "/kept.js"

  static func address(of name: Name) -> String { all[name]?.address ?? folder + name.rawValue }

  /// False for whatever is surely none.
  static func mayBe(_ request: WebRequest) -> Bool { request.target.hasPrefix(folder) }

  /// Nil for a request of something else.
  static func response(for request: WebRequest) -> WebResponse? {
    if request.path == worker, request.method?.isReading == true {
      return WebResponse(
        200, type: MediaType.script,
        Array(UnsafeBufferPointer(start: web_worker_js_start(), count: web_worker_js_size)))
    }
    guard request.path.hasPrefix(folder), request.method?.isReading == true else { return nil }
    guard let asset = all.values.first(where: { $0.address == request.path }) else { return WebResponse(404) }
    var response = WebResponse(200, type: asset.type, asset.bytes)
    response["cache-control"] = "public, max-age=31536000, immutable"
    return response
  }

  private static let all = Dictionary(
    uniqueKeysWithValues: Name.allCases.map { name in
      let (type, bytes) = content(of: name)
      let hash = SHA256.hash(data: bytes).prefix(8).hexadecimal
      return (name, Asset(address: folder + hash + "/" + name.rawValue, type: type, bytes: bytes))
    })

  private static func content(of name: Name) -> (type: String, bytes: [UInt8]) {
    switch name {
    case .style: (MediaType.css, Array(UnsafeBufferPointer(start: web_page_css_start(), count: web_page_css_size)))
    case .script: (MediaType.script, Array(UnsafeBufferPointer(start: web_page_js_start(), count: web_page_js_size)))
    case .themes: (MediaType.css, Array(ThemeStyle.text.utf8))
    case .icon: ("image/svg+xml", Array(icon.utf8))
    case .manifest: ("application/manifest+json", Array(manifest.utf8))
    }
  }

  /// A sheet with a folded corner and a line that is ticked.
  private static let icon = """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="#3f3cbb"/>\
    <path d="M18 12h20l10 10v30H18z" fill="#fff"/><path d="M38 12v10h10z" fill="#c9c8f4"/>\
    <path d="M24 34l5 5 11-11" fill="none" stroke="#3f3cbb" stroke-width="4" stroke-linecap="round" \
    stroke-linejoin="round"/></svg>
    """

  private static let manifest = """
    {"name":"vault","short_name":"vault","start_url":"/","display":"standalone","background_color":"#ffffff",\
    "theme_color":"#ffffff","icons":[{"src":"\(address(ofIcon: ()))","type":"image/svg+xml","sizes":"any"}]}
    """

  /// The manifest is one of the assets, so it cannot ask `address(of:)`.
  private static func address(ofIcon: Void) -> String {
    folder + SHA256.hash(data: Array(icon.utf8)).prefix(8).hexadecimal + "/" + Name.icon.rawValue
  }
}
