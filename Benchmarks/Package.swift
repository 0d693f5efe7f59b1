// swift-tools-version:6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "benchmarks",
  platforms: [.macOS(.v15)],
  targets: [
    // The generated vaults

    .target(name: "VaultGenerator", swiftSettings: settings),
    .testTarget(name: "VaultGeneratorTests", dependencies: ["VaultGenerator"], swiftSettings: settings),

    // Timing, the table

    .target(name: "BenchmarkRunner", dependencies: ["VaultGenerator"], swiftSettings: settings),
    .testTarget(name: "BenchmarkRunnerTests", dependencies: ["BenchmarkRunner"], swiftSettings: settings),

    // The executable that `run` starts

    .executableTarget(name: "benchmark", dependencies: ["BenchmarkRunner"], swiftSettings: settings),
  ]
)
