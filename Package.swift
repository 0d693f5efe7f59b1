// swift-tools-version:6.2
import Foundation
import PackageDescription

let isFuzzing = ProcessInfo.processInfo.environment["VAULT_FUZZ"] != nil

// The Makefile sets the variable where all libraries are there as archives.
let isStatic = ProcessInfo.processInfo.environment["VAULT_STATIC"] == "yes"

let settings: [SwiftSetting] =
  [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
  ] + (isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer,address"])] : [])

// Where the program is tested as people get it, the tests themselves need not be optimized, which takes most of the time.
let testSettings = settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

let package = Package(
  name: "vault",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "vault", targets: ["vault"]),
    .executable(name: "vault-net", targets: ["VaultNet"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.5.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.0.0"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.6.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.0", traits: []),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client", from: "1.30.0"),
  ],
  targets: [
    // C

    .systemLibrary(
      name: "CCMark",
      pkgConfig: "libcmark",
      providers: [.apt(["libcmark-dev"]), .brew(["cmark"])]
    ),

    .target(name: "CMarkArena", dependencies: ["CCMark"]),

    .systemLibrary(name: "CBackgroundProcess"),

    .systemLibrary(name: "CClockChange"),

    .systemLibrary(name: "CFileChange"),

    .systemLibrary(name: "CFolderListing"),

    .systemLibrary(name: "CFreeMemory"),

    .systemLibrary(name: "CSQLiteOptions"),

    // VaultPlatform: what the systems do and Swift cannot ask

    .target(
      name: "VaultPlatform",
      dependencies: ["CBackgroundProcess", "CClockChange", "CFileChange", "CFolderListing", "CFreeMemory"],
      swiftSettings: settings
    ),

    // VaultCore: values and pure functions

    .target(
      name: "VaultCore",
      dependencies: [
        "CCMark",
        "CMarkArena",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VaultCoreTests",
      dependencies: ["VaultCore", "VaultTestSupport"],
      exclude: ["Markdown/Golden", "Tasks/Tables", "PluginQuery/Explained"],
      swiftSettings: testSettings
    ),

    // VaultStore: the folder on disk

    .target(
      name: "VaultStore",
      dependencies: [
        "CSQLiteOptions",
        "VaultCore",
        "VaultPlatform",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VaultStoreTests",
      dependencies: ["VaultCore", "VaultPlatform", "VaultStore", "VaultTestSupport"],
      swiftSettings: testSettings
    ),

    // VaultInterface: what every front end says

    .target(
      name: "VaultInterface", dependencies: ["VaultCore", "VaultPlatform", "VaultStore"], swiftSettings: settings),
    .testTarget(
      name: "VaultInterfaceTests",
      dependencies: ["VaultCore", "VaultInterface", "VaultListingSupport", "VaultStore", "VaultTestSupport"],
      swiftSettings: testSettings
    ),

    // VaultTerminal: how it looks on a terminal

    .target(
      name: "VaultTerminal", dependencies: ["VaultCore", "VaultInterface", "VaultPlatform", "VaultStore"],
      swiftSettings: settings),
    .testTarget(
      name: "VaultTerminalTests",
      dependencies: [
        "VaultCore", "VaultInterface", "VaultListingSupport", "VaultPlatform", "VaultStore", "VaultTerminal",
        "VaultTestSupport",
      ],
      swiftSettings: testSettings
    ),

    // VaultTUI: the full-screen interface

    .target(
      name: "VaultTUI", dependencies: ["VaultCore", "VaultInterface", "VaultPlatform", "VaultStore", "VaultTerminal"],
      swiftSettings: settings),
    .testTarget(
      name: "VaultTUITests",
      dependencies: ["VaultCore", "VaultInterface", "VaultStore", "VaultTUI", "VaultTerminal", "VaultTestSupport"],
      exclude: ["Frames"],
      swiftSettings: testSettings
    ),

    // VaultRPC: JSON-RPC, and the editor server

    .target(
      name: "VaultRPC", dependencies: ["VaultCore", "VaultInterface", "VaultPlatform", "VaultStore"],
      swiftSettings: settings),
    .testTarget(
      name: "VaultRPCTests",
      dependencies: ["VaultCore", "VaultPlatform", "VaultRPC", "VaultStore", "VaultTestSupport"],
      swiftSettings: testSettings
    ),

    // VaultCommands: the command line

    .target(
      name: "VaultCommands",
      dependencies: [
        "VaultCore",
        "VaultInterface",
        "VaultPlatform",
        "VaultRPC",
        "VaultStore",
        "VaultTUI",
        "VaultTerminal",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VaultCommandsTests",
      dependencies: [
        "VaultCommands", "VaultCore", "VaultInterface", "VaultListingSupport", "VaultRPC", "VaultStore",
        "VaultTerminal", "VaultTestSupport",
      ],
      swiftSettings: testSettings
    ),

    // vault: the executable

    .executableTarget(
      name: "vault",
      dependencies: ["VaultCommands", "VaultPlatform"],
      swiftSettings: settings,
      linkerSettings: isStatic
        ? [.unsafeFlags(["-static-executable", "-use-ld=lld"], .when(configuration: .release))] : []
    ),

    // VaultWeb: the web page and REST

    .target(
      name: "CWebAssets",
      exclude: [
        "page.css", "changes.css", "drawings.css", "page.js", "search.js", "keys.js", "live.js", "actions.js",
        "drafts.js", "editor.js",
        "complete.js", "attach.js", "preview.js", "kept.js", "worker.js", "drawings.js", "select.js",
      ]
    ),
    .target(
      name: "VaultWeb",
      dependencies: [
        "CWebAssets",
        "VaultCore",
        "VaultInterface",
        "VaultPlatform",
        "VaultRPC",
        "VaultStore",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Hummingbird", package: "hummingbird"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "VaultWebTests",
      dependencies: [
        "VaultCore", "VaultInterface", "VaultPlatform", "VaultRPC", "VaultStore", "VaultTestSupport", "VaultWeb",
      ],
      swiftSettings: testSettings
    ),

    // VaultNet: the executable vault-net

    .executableTarget(
      name: "VaultNet",
      dependencies: [
        "VaultCore",
        "VaultInterface",
        "VaultPlatform",
        "VaultStore",
        "VaultTerminal",
        "VaultWeb",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
      ],
      swiftSettings: settings
    ),

    .testTarget(
      name: "EndToEndTests",
      dependencies: ["vault", "VaultNet", "VaultCore", "VaultPlatform", "VaultStore", "VaultTestSupport"],
      exclude: ["Peers", "Transcripts"],
      swiftSettings: testSettings
    ),

    // Shared by the tests

    .target(
      name: "VaultTestSupport",
      dependencies: ["VaultCore", "VaultPlatform"],
      path: "Tests/VaultTestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "VaultListingSupport",
      dependencies: ["VaultCore", "VaultInterface", "VaultStore", "VaultTerminal", "VaultTestSupport"],
      path: "Tests/VaultListingSupport",
      swiftSettings: settings
    ),
  ]
)

// `make bench` alone sets the variable.

if ProcessInfo.processInfo.environment["VAULT_BENCH"] != nil {
  package.targets.append(
    .executableTarget(
      name: "SessionTimes", dependencies: ["VaultCore", "VaultPlatform", "VaultStore"], path: "Benchmarks/SessionTimes",
      swiftSettings: settings))
}

// Fuzzing: `make fuzz` alone sets the variable.

if isFuzzing {
  let linkerSettings: [LinkerSetting] = [.unsafeFlags(["-sanitize=fuzzer,address", "-use-ld=lld"])]
  package.targets += [
    .executableTarget(
      name: "NoteParserFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/NoteParserFuzz",
      exclude: ["markdown.dict"],
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "FrontMatterEditorFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/FrontMatterEditorFuzz",
      exclude: ["yaml.dict"],
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "LinkRewriterFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/LinkRewriterFuzz",
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "TagRenameFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/TagRenameFuzz",
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "TaskDatesFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/TaskDatesFuzz",
      exclude: ["tasks.dict"],
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "TaskEditFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/TaskEditFuzz",
      exclude: ["tasks.dict"],
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
    .executableTarget(
      name: "QueryFuzz",
      dependencies: ["VaultCore", "VaultTestSupport"],
      path: "Tests/Fuzz/QueryFuzz",
      exclude: ["query.dict"],
      swiftSettings: settings,
      linkerSettings: linkerSettings
    ),
  ]
}
