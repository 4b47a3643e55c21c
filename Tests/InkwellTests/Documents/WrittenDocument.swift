import Foundation

@testable import inkwell

/// A file under `docs` that is made from the program's own tables. `make docs` writes it anew.
struct WrittenDocument: Sendable, CustomStringConvertible {
  /// Below the top of the repository.
  let path: String
  let text: @Sendable () -> String

  static let all = ofCommandLine + ofConfiguration + [WrittenDocument(path: "docs/keys.md") { KeysPage.text }]

  static let ofCommandLine = [
    WrittenDocument(path: "docs/man/inkwell.1") { ManualPage.inkwell },
    WrittenDocument(path: "docs/completions/inkwell.bash") { BashCompletion.text },
    WrittenDocument(path: "docs/completions/_inkwell") { ZshCompletion.text },
    WrittenDocument(path: "docs/completions/inkwell.fish") { FishCompletion.text },
  ]

  static let ofConfiguration = [
    WrittenDocument(path: "docs/man/inkwell-config.5") { ConfigurationPage.manual },
    WrittenDocument(path: "docs/config.sample.json5") { ConfigurationText.sample },
    WrittenDocument(path: "docs/configuration.md") { ConfigurationTables.filled("docs/configuration.md") },
  ]

  var description: String { path }

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private var file: URL { Self.root.appending(path: path) }

  /// What stands in the repository; nil when there is no such file.
  var recorded: String? { try? String(contentsOf: file, encoding: .utf8) }

  func record() throws {
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try text().write(to: file, atomically: true, encoding: .utf8)
  }
}
