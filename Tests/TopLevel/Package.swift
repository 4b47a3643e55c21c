// swift-tools-version: 6.2
import PackageDescription

// A separate package with top-level code, as the README shows it.
let package = Package(
  name: "TopLevel",
  dependencies: [.package(name: "inkwell", path: "../..")],
  targets: [
    .executableTarget(
      name: "TopLevel",
      dependencies: [
        .product(name: "ChatControllers", package: "inkwell"),
        .product(name: "ChatDomain", package: "inkwell"),
        .product(name: "ChatPlatform", package: "inkwell"),
        .product(name: "DraftEngine", package: "inkwell"),
        .product(name: "InMemoryService", package: "inkwell"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
