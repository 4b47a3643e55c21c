import Foundation
import Testing

extension SourceRule: CustomTestStringConvertible {
  var testDescription: String { name }
}

/// The project's rules, checked against this working copy.
@Suite("Architecture")
struct ArchitectureTests {
  let repository = Repository.here

  @Test("Every import is allowed by the table")
  func imports() throws {
    for file in try repository.swiftFiles(under: "Sources") {
      let target = ImportTable.plan.target(at: file.path) ?? ""
      let found = ImportTable.plan.violations(in: file.text, of: target, path: file.path)
      #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    }
  }

  @Test("No folder uses one above it", arguments: FolderTable.plan.rows.keys.sorted())
  func folders(target: String) throws {
    let files = try repository.swiftFiles(under: "Sources/\(target)").map {
      FolderTable.File(path: $0.path, below: "Sources/\(target)", code: $0.text.only(.code))
    }
    let found = FolderTable.plan.violations(of: target, in: files)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("Only the terminal's target imports ncurses")
  func ncurses() throws {
    let knowing = try ["Sources", "Tests"].flatMap { try repository.swiftFiles(under: $0) }.filter { file in
      file.text.imports.contains { $0.module == "CNcursesw" }
    }
    #expect(!knowing.isEmpty)
    let others = knowing.map(\.path).filter { !$0.hasPrefix("Sources/Terminal/CursesTerminal/") }
    #expect(others.isEmpty, "\(others.joined(separator: "\n"))")
  }

  @Test("Screens use the client, never its service")
  func onlyDoor() throws {
    let found = try repository.swiftFiles(under: "Sources/Screens").filter { file in
      let code = file.text.only(.code)
      return code.contains(".service.") || code.contains("ChatService")
    }
    #expect(found.isEmpty, "\(found.map(\.path).joined(separator: "\n"))")
  }

  @Test("The import table, the folders and Package.swift agree")
  func table() throws {
    let manifest = try PackageManifest.read(at: repository.root)
    let found =
      ImportTable.plan.disagreements(withFolders: try foldersOfTargets())
      + ImportTable.plan.disagreements(with: manifest)
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
    let suites = try repository.folders(in: "Tests").filter { $0.hasSuffix("Tests") }
    let declared = manifest.targets.filter { $0.type == "test" }.map(\.name)
    #expect(suites == Set(declared), "each folder Tests/…Tests is a test target, or its tests never run")
  }

  /// The folders of targets below `Sources`; a group counts as its subfolders.
  private func foldersOfTargets() throws -> Set<String> {
    var folders = Set(try repository.folders(in: "Sources").map { "Sources/\($0)" })
    for group in ImportTable.plan.groups.keys {
      folders.remove("Sources/\(group)")
      folders.formUnion(try repository.folders(in: "Sources/\(group)").map { "Sources/\(group)/\($0)" })
    }
    return folders
  }

  @Test("Sources follow the style rules", arguments: SourceRule.all)
  func rules(rule: SourceRule) throws {
    let files = try repository.swiftFiles(under: "Sources")
    let found = files.flatMap { rule.violations(in: $0.text, path: $0.path) }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("File names are nouns, without catch-all names")
  func names() throws {
    let found = try repository.swiftFiles(under: "Sources").map(\.path).filter(FileShape.isDrawer(path:))
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("No Swift file is longer than 400 lines", arguments: ["Sources", "Tests"])
  func lengths(folder: String) throws {
    let files = try repository.swiftFiles(under: folder)
    let found = files.compactMap { FileShape.tooLong($0.text, path: $0.path) }
    #expect(found.isEmpty, "\(found.joined(separator: "\n"))")
  }

  @Test("All tests use Swift Testing, which is all that make test runs")
  func oneTestLibrary() throws {
    let found = try repository.swiftFiles(under: "Tests").filter { file in
      file.text.imports.contains { $0.module == "XCTest" }
    }
    #expect(found.isEmpty, "\(found.map(\.path).joined(separator: "\n"))")
  }

  @Test("The top level contains only known names")
  func topLevel() throws {
    let strangers = try repository.strangersAtTheTop()
    #expect(strangers.isEmpty, "\(strangers.joined(separator: ", ")) does not belong at the top")
  }
}
