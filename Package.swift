// swift-tools-version: 6.2
import PackageDescription

/// Every target is built with the same strictness, so that moving a file never changes its rules.
let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  // Asynchronous functions run on the actor of their caller by default: changing threads costs more than most calls.
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
]

/// For targets whose classes all live on the main actor.
let onMainActor: [SwiftSetting] = [.defaultIsolation(MainActor.self)]

/// Linker options for a faster start: packed relocations, identical functions merged, no exported symbols, and static SQLite,
/// ncurses and libstdc++ (decisions 039 and 052).
let smallProgram =
  ["-use-ld=lld", "-L\(linking)", "-Xclang-linker", "-static-libgcc"]
  + [
    "--icf=safe", "--no-export-dynamic", "-z", "pack-relative-relocs",
  ].flatMap { ["-Xlinker", $0] }

/// The folder with the linker scripts for the static libraries.
var linking: String { "\(Context.packageDirectory)/Tests/Scripts/package/linking" }

let package = Package(
  name: "inkwell",
  products: [
    .executable(name: "inkwell", targets: ["inkwell"]),
    .library(name: "DraftEngine", targets: ["DraftEngine"]),
    .library(name: "ChatDomain", targets: ["ChatDomain"]),
    .library(name: "ChatControllers", targets: ["ChatControllers"]),
    .library(name: "ChatPlatform", targets: ["ChatPlatform"]),
    .library(name: "InMemoryService", targets: ["InMemoryService"]),
    .library(name: "LocalStorage", targets: ["LocalStorage"]),
  ],
  targets: [
    // Engine: a draft as a value, and formatted text.
    .target(name: "DraftEngine", path: "Sources/Engine/DraftEngine", swiftSettings: strict),
    .target(name: "FormattedText", path: "Sources/Engine/FormattedText", swiftSettings: strict),

    // Client: a chat without a screen and without a network.
    .target(
      name: "ChatDomain", dependencies: ["DraftEngine"], path: "Sources/Client/ChatDomain",
      swiftSettings: strict),
    .target(
      name: "ChatSync", dependencies: ["ChatDomain", "DraftEngine"], path: "Sources/Client/ChatSync",
      swiftSettings: strict + onMainActor),
    .target(
      name: "ChatControllers", dependencies: ["ChatDomain", "ChatSync", "DraftEngine"],
      path: "Sources/Client/ChatControllers", swiftSettings: strict + onMainActor),
    .target(
      name: "ChatPlatform", dependencies: ["ChatDomain", "FileSystem"],
      path: "Sources/Client/ChatPlatform", swiftSettings: strict),

    // Services: the demo, and a Matrix homeserver.
    .target(
      name: "InMemoryService", dependencies: ["ChatDomain", "DraftEngine"],
      path: "Sources/Services/InMemoryService", swiftSettings: strict),
    .target(
      name: "MatrixService",
      dependencies: [
        "ChatDomain", "Ciphers", "CrossSigning", "DraftEngine", "EncryptionMachine", "FileSystem",
        "FormattedText", "HTTPTransport", "JSON", "Recovery", "SQLite",
      ],
      path: "Sources/Services/MatrixService", swiftSettings: strict),

    // Storage: data on this device.
    .systemLibrary(name: "CSQLite", path: "Sources/Storage/CSQLite"),
    .target(
      name: "SQLite", dependencies: ["CSQLite"], path: "Sources/Storage/SQLite", swiftSettings: strict),
    .target(
      name: "LocalStorage",
      dependencies: ["ChatDomain", "DraftEngine", "CSQLite", "FileSystem", "SQLite"],
      path: "Sources/Storage/LocalStorage", swiftSettings: strict),

    // Terminal: cells, keys and pictures, for any program.
    .target(name: "TerminalScreen", path: "Sources/Terminal/TerminalScreen", swiftSettings: strict),
    .systemLibrary(name: "CNcursesw", path: "Sources/Terminal/CNcursesw"),
    .target(name: "CTerminalGuard", path: "Sources/Terminal/CTerminalGuard"),
    .target(
      name: "CursesTerminal", dependencies: ["CNcursesw", "CProcess", "CTerminalGuard", "TerminalScreen"],
      path: "Sources/Terminal/CursesTerminal", swiftSettings: strict),
    .target(
      name: "PictureDecoder", dependencies: ["CProcess", "FileSystem", "TerminalScreen"],
      path: "Sources/Terminal/PictureDecoder", swiftSettings: strict),

    // Encryption: ciphers, ratchets, identities, recovery, and the keys of a device.
    .target(
      name: "Ciphers", dependencies: ["FileSystem"], path: "Sources/Encryption/Ciphers", swiftSettings: strict
    ),
    .target(name: "Olm", dependencies: ["Ciphers"], path: "Sources/Encryption/Olm", swiftSettings: strict),
    .target(
      name: "CrossSigning", dependencies: ["Ciphers", "JSON"], path: "Sources/Encryption/CrossSigning",
      swiftSettings: strict),
    .target(
      name: "Recovery", dependencies: ["Ciphers", "CrossSigning", "FileSystem", "JSON", "Olm"],
      path: "Sources/Encryption/Recovery", exclude: ["README.md"], swiftSettings: strict),
    .target(
      name: "EncryptionMachine",
      dependencies: [
        "Ciphers", "CrossSigning", "FileSystem", "JSON", "Olm", "SQLite",
      ],
      path: "Sources/Encryption/EncryptionMachine", exclude: ["README.md"], swiftSettings: strict),

    // Screens: what a user sees and types.
    .target(
      name: "ChatScreens", dependencies: ["ChatDomain", "DraftEngine", "FormattedText", "TerminalScreen"],
      path: "Sources/Screens/ChatScreens", swiftSettings: strict),
    .target(
      name: "Composer",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatScreens", "DraftEngine", "Spelling", "TerminalScreen",
      ],
      path: "Sources/Screens/Composer",
      // Embedded, because a separate file could be missing.
      resources: [.embedInCode("Resources/emoji.txt")],
      swiftSettings: strict + onMainActor),
    .target(
      name: "ChatUI",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatScreens", "Composer", "DraftEngine", "Spelling",
        "TerminalScreen",
      ],
      path: "Sources/Screens/ChatUI", swiftSettings: strict + onMainActor),

    // Support: independent of chat.
    .target(name: "JSON", path: "Sources/Support/JSON", swiftSettings: strict),
    .target(name: "FileSystem", path: "Sources/Support/FileSystem", swiftSettings: strict),
    .target(name: "CCurl", path: "Sources/Support/CCurl"),
    .target(
      name: "HTTPTransport", dependencies: ["CCurl"], path: "Sources/Support/HTTPTransport",
      swiftSettings: strict),
    .target(
      name: "Spelling", dependencies: ["FileSystem", "FormattedText"], path: "Sources/Support/Spelling",
      swiftSettings: strict),
    .target(name: "CEnchant", path: "Sources/Support/CEnchant"),
    .target(
      name: "Enchant", dependencies: ["CEnchant", "Spelling"], path: "Sources/Support/Enchant",
      swiftSettings: strict),
    .target(name: "CProcess", path: "Sources/Support/CProcess"),

    // The program.
    .executableTarget(
      name: "inkwell",
      dependencies: [
        "CProcess", "ChatControllers", "ChatDomain", "ChatPlatform", "ChatScreens", "ChatUI", "Composer",
        "CursesTerminal", "DraftEngine", "Enchant", "FileSystem", "HTTPTransport", "InMemoryService", "JSON",
        "LocalStorage", "MatrixService", "PictureDecoder", "Spelling", "TerminalScreen",
      ],
      swiftSettings: strict, linkerSettings: [.unsafeFlags(smallProgram, .when(configuration: .release))]),

    // Tests, benchmarks, and their shared code.
    .target(
      name: "TestSupport", dependencies: ["DraftEngine"], path: "Tests/Support/TestSupport",
      swiftSettings: strict),
    .target(
      name: "ChatTestSupport", dependencies: ["ChatDomain", "InMemoryService"],
      path: "Tests/Support/ChatTestSupport", swiftSettings: strict),
    .target(
      name: "Measuring", dependencies: ["DraftEngine", "TestSupport"], path: "Tests/Support/Measuring",
      swiftSettings: strict + onMainActor),
    .target(
      name: "TerminalRecording", dependencies: ["TerminalScreen"], path: "Tests/Support/TerminalRecording",
      swiftSettings: strict),
    .executableTarget(
      name: "DraftBenchmarks",
      dependencies: ["DraftEngine", "TestSupport", "FormattedText", "Measuring"],
      path: "Tests/Benchmarks", swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "ClientBenchmarks",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatSync", "DraftEngine", "HTTPTransport", "InMemoryService",
        "Measuring",
      ],
      path: "Tests/ClientBenchmarks", swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "StorageBenchmarks",
      dependencies: ["ChatDomain", "DraftEngine", "InMemoryService", "LocalStorage", "Measuring"],
      path: "Tests/StorageBenchmarks", swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "JSONBenchmarks", dependencies: ["TestSupport", "JSON", "Measuring"],
      path: "Tests/JSONBenchmarks", swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "MatrixBenchmarks",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatPlatform", "TestSupport", "HTTPTransport",
        "InMemoryService", "JSON", "MatrixService", "Measuring", "ProgramTerminal",
      ], path: "Tests/MatrixBenchmarks", swiftSettings: strict + onMainActor),
    .systemLibrary(name: "CMalloc", path: "Tests/Support/CMalloc"),
    .executableTarget(
      name: "LongRun",
      dependencies: [
        "CMalloc", "ChatControllers", "ChatDomain", "ChatUI", "Composer", "TestSupport", "InMemoryService",
        "LocalStorage", "TerminalScreen",
      ], path: "Tests/LongRun", swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "TerminalBenchmarks",
      dependencies: [
        "ChatDomain", "DraftEngine", "InMemoryService", "LocalStorage", "Measuring", "ProgramTerminal",
      ],
      path: "Tests/TerminalBenchmarks", exclude: ["instructions.json"], swiftSettings: strict + onMainActor),
    .executableTarget(
      name: "TerminalProbe", dependencies: ["CursesTerminal", "TerminalScreen"],
      path: "Tests/Support/TerminalProbe", swiftSettings: strict),
    .target(
      name: "CFaultySystem", path: "Tests/Support/CFaultySystem", linkerSettings: [.linkedLibrary("sqlite3")]),
    .target(name: "CTLSServer", path: "Tests/Support/CTLSServer"),
    .target(
      name: "LoopbackServer", dependencies: ["CTLSServer"], path: "Tests/Support/LoopbackServer",
      swiftSettings: strict),
    .target(name: "CPseudoTerminal", path: "Tests/Support/CPseudoTerminal"),
    .systemLibrary(name: "CVTerm", path: "Tests/Support/CVTerm"),
    .target(
      name: "ProgramTerminal", dependencies: ["CPseudoTerminal", "CVTerm"],
      path: "Tests/Support/ProgramTerminal", swiftSettings: strict),
    .testTarget(
      name: "InkwellTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatScreens", "ChatSync", "ChatUI", "Composer", "CursesTerminal",
        "DraftEngine", "FileSystem",
        "HTTPTransport", "InMemoryService", "LocalStorage", "MatrixService", "ChatTestSupport",
        "Spelling", "TerminalScreen", "inkwell",
      ], swiftSettings: strict),
    .testTarget(
      name: "PictureDecoderTests", dependencies: ["TestSupport", "PictureDecoder", "TerminalScreen"],
      swiftSettings: strict),
    .testTarget(
      name: "TerminalScreenTests",
      dependencies: ["TestSupport", "TerminalRecording", "TerminalScreen"],
      swiftSettings: strict),
    .testTarget(
      name: "ChatScreensTests",
      dependencies: [
        "ChatScreens", "ChatDomain", "DraftEngine", "TerminalRecording", "TerminalScreen", "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: strict),
    .testTarget(
      name: "ChatUITests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatScreens", "ChatSync", "ChatTestSupport", "ChatUI", "Composer",
        "DraftEngine", "InMemoryService", "Spelling", "TerminalRecording", "TerminalScreen", "TestSupport",
      ], swiftSettings: strict + onMainActor),
    .testTarget(
      name: "ComposerTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatScreens", "ChatTestSupport", "Composer", "DraftEngine",
        "InMemoryService", "TerminalScreen", "TestSupport",
      ], swiftSettings: strict + onMainActor),
    .testTarget(
      name: "CursesTerminalTests",
      dependencies: [
        "ChatDomain", "ChatScreens", "CursesTerminal", "DraftEngine", "TerminalScreen",
        "TestSupport",
      ],
      swiftSettings: strict),
    // Depends on the programs only so that they are built: the tests start them as processes.
    .testTarget(
      name: "EndToEndTests",
      dependencies: [
        "CPseudoTerminal", "CVTerm", "TestSupport", "LoopbackServer", "ProgramTerminal", "TerminalProbe",
        "inkwell",
      ],
      swiftSettings: strict),
    // Needs a Matrix server, which `make test-matrix` starts.
    .testTarget(
      name: "MatrixLiveTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatPlatform", "ChatSync", "ChatTestSupport", "Ciphers",
        "CrossSigning", "DraftEngine", "HTTPTransport", "InMemoryService", "JSON", "LoopbackServer",
        "MatrixService", "ProgramTerminal", "TestSupport", "inkwell",
      ], swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", swiftSettings: strict),
    .target(
      name: "EncryptionTestSupport",
      dependencies: ["Ciphers", "CrossSigning", "JSON", "TestSupport"],
      path: "Tests/Support/EncryptionTestSupport", swiftSettings: strict),
    .target(
      name: "MachineTestSupport",
      dependencies: [
        "Ciphers", "CrossSigning", "EncryptionMachine", "EncryptionTestSupport", "JSON", "Olm",
        "TestSupport",
      ],
      path: "Tests/Support/MachineTestSupport", swiftSettings: strict),
    .executableTarget(
      name: "OlmProbe", dependencies: ["Ciphers", "EncryptionTestSupport", "Olm"],
      path: "Tests/Support/OlmProbe", swiftSettings: strict),
    .testTarget(
      name: "CiphersTests", dependencies: ["Ciphers", "EncryptionTestSupport", "FileSystem", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "OlmTests", dependencies: ["Ciphers", "EncryptionTestSupport", "Olm", "TestSupport"],
      swiftSettings: strict),
    .testTarget(
      name: "CrossSigningTests",
      dependencies: [
        "Ciphers", "CrossSigning", "EncryptionTestSupport", "JSON", "TestSupport",
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "MachineFigures",
      dependencies: ["Ciphers", "CrossSigning", "EncryptionMachine", "JSON"],
      path: "Tests/Support/MachineFigures", swiftSettings: strict),
    .executableTarget(
      name: "MachineProbe", dependencies: ["Ciphers", "CrossSigning", "EncryptionMachine", "JSON"],
      path: "Tests/Support/MachineProbe", swiftSettings: strict),
    .testTarget(
      name: "EncryptionMachineTests",
      dependencies: [
        "CFaultySystem", "Ciphers", "CrossSigning", "EncryptionMachine", "EncryptionTestSupport", "JSON",
        "MachineTestSupport", "Olm", "SQLite", "TestSupport",
      ], swiftSettings: strict),
    .executableTarget(
      name: "RecoveryProbe",
      dependencies: ["Ciphers", "CrossSigning", "JSON", "Olm", "Recovery"],
      path: "Tests/Support/RecoveryProbe", swiftSettings: strict),
    .testTarget(
      name: "RecoveryTests",
      dependencies: [
        "Ciphers", "CrossSigning", "EncryptionMachine", "EncryptionTestSupport", "JSON",
        "MachineTestSupport", "Olm", "Recovery",
        "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "FormattedTextTests", dependencies: ["TestSupport", "FormattedText"], swiftSettings: strict),
    .testTarget(
      name: "SpellingTests", dependencies: ["TestSupport", "Enchant", "FormattedText", "Spelling"],
      swiftSettings: strict),
    .testTarget(name: "JSONTests", dependencies: ["TestSupport", "JSON"], swiftSettings: strict),
    .testTarget(
      name: "MatrixWireTests",
      dependencies: ["ChatDomain", "DraftEngine", "TestSupport", "JSON", "MatrixService"],
      swiftSettings: strict),
    .testTarget(
      name: "MatrixServiceTests",
      dependencies: [
        "CFaultySystem", "CSQLite", "ChatDomain", "Ciphers", "CrossSigning", "DraftEngine",
        "EncryptionMachine", "EncryptionTestSupport", "FileSystem", "HTTPTransport", "InMemoryService",
        "JSON", "MachineTestSupport", "MatrixService", "Recovery", "SQLite", "TestSupport",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "DraftEngineTests", dependencies: ["DraftEngine", "TestSupport"], swiftSettings: strict),
    .testTarget(
      name: "StoreContractTests",
      dependencies: [
        "CSQLite", "ChatDomain", "DraftEngine", "InMemoryService", "TestSupport", "LocalStorage",
        "SQLite",
      ], swiftSettings: strict),
    .testTarget(
      name: "LocalStorageTests",
      dependencies: [
        "CFaultySystem", "CSQLite", "ChatDomain", "DraftEngine", "TestSupport", "InMemoryService",
        "LocalStorage", "SQLite", "ChatTestSupport",
      ], exclude: ["Fixtures"], swiftSettings: strict),
    .testTarget(
      name: "MatrixCacheTests",
      dependencies: [
        "CFaultySystem", "CSQLite", "ChatDomain", "TestSupport", "MatrixService", "SQLite",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "HTTPTransportTests",
      dependencies: ["CCurl", "TestSupport", "HTTPTransport", "LoopbackServer"],
      exclude: ["Fixtures"],
      swiftSettings: strict),
    .testTarget(
      name: "ServiceContractTests",
      dependencies: [
        "ChatDomain", "ChatPlatform", "DraftEngine", "HTTPTransport", "InMemoryService", "JSON",
        "MatrixService", "TestSupport",
      ], swiftSettings: strict),
    .testTarget(
      name: "InMemoryServiceTests",
      dependencies: ["InMemoryService", "ChatDomain", "ChatTestSupport", "DraftEngine"],
      swiftSettings: strict),
    .testTarget(name: "FileSystemTests", dependencies: ["FileSystem"], swiftSettings: strict),
    .testTarget(
      name: "ChatPlatformTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatPlatform", "DraftEngine", "InMemoryService", "LocalStorage",
      ],
      swiftSettings: strict),
    .testTarget(
      name: "ChatControllersTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatPlatform", "ChatSync", "ChatTestSupport", "DraftEngine",
        "InMemoryService",
        "LocalStorage",
      ],
      swiftSettings: strict + onMainActor),
    .testTarget(
      name: "ScenarioTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatSync", "ChatTestSupport", "ChatUI", "Composer", "DraftEngine",
        "InMemoryService", "Spelling", "TerminalRecording", "TerminalScreen", "TestSupport",
      ],
      exclude: ["Goldens"], swiftSettings: strict + onMainActor),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "ChatControllers", "ChatDomain", "ChatSync", "ChatTestSupport", "DraftEngine", "InMemoryService",
        "TestSupport",
      ],
      swiftSettings: strict + onMainActor),
  ],
  swiftLanguageModes: [.v6]
)
