import Foundation
import Testing

@Suite("Import table")
struct ImportTableTests {
  let table = ImportTable(rows: [
    "Low": .only([]), "High": .only(["Low", "Foundation"]), "app": .everything,
  ])

  func manifest(_ targets: String) throws -> PackageManifest {
    try JSONDecoder().decode(PackageManifest.self, from: Data("{\"targets\": [\(targets)]}".utf8))
  }

  func target(_ name: String, _ dependencies: String = "", type: String = "regular", path: String? = nil)
    -> String
  {
    let place = path.map { ", \"path\": \"\($0)\"" } ?? ""
    return "{\"name\": \"\(name)\", \"type\": \"\(type)\", \"dependencies\": [\(dependencies)]\(place)}"
  }

  static let onLow = #"{"byName": ["Low", null]}"#

  @Test(
    "An import outside the row is found",
    arguments: [
      ("Low", "import Foundation", 1), ("Low", "let a = 1", 0), ("High", "import Low\nimport Foundation", 0),
      ("High", "import Glibc\n@testable import app", 2), ("app", "import Anything", 0),
    ])
  func imports(sample: (target: String, text: String, count: Int)) {
    let found = table.violations(in: SourceText(sample.text), of: sample.target, path: "A.swift")
    #expect(found.count == sample.count)
  }

  @Test("Missing and extra rows are found")
  func folders() {
    #expect(table.disagreements(withFolders: ["Sources/Low", "Sources/High", "Sources/app"]) == [])
    #expect(
      table.disagreements(withFolders: ["Sources/Low", "Sources/High", "Sources/New"]) == [
        "Sources/New has no row in the import table",
        "the import table names Sources/app, which is not there",
      ])
  }

  @Test("An equal manifest is accepted")
  func agreement() throws {
    let manifest = try manifest(
      [
        target("Low"), target("High", #"{"target": ["Low", null]}"#),
        target("app", Self.onLow + #", {"byName": ["High", null]}"#, type: "executable"),
        target("LowTests", Self.onLow, type: "test"),
        target("Measures", Self.onLow, type: "executable", path: "Tests/Measures"),
      ].joined(separator: ","))
    #expect(table.disagreements(with: manifest) == [])
  }

  @Test(
    "A different manifest is refused",
    arguments: [
      (["Low:", "High:\(onLow)"], "app stands in only one"),
      (["Low:", "High:\(onLow)", "app:", "New:"], "New stands in only one"),
      ([#"Low:{"byName": ["High", null]}"#, "High:\(onLow)", "app:"], "Low depends on High"),
      ([#"Low:{"product": ["Far", "far", null, null]}"#, "High:\(onLow)", "app:"], "Low depends on Far"),
      (["Low:", "High:", "app:"], "High may import Low"),
    ])
  func disagreement(sample: (targets: [String], complaint: String)) throws {
    let targets = sample.targets.map { line in
      target(String(line.prefix { $0 != ":" }), String(line.drop { $0 != ":" }.dropFirst()))
    }
    let found = table.disagreements(with: try manifest(targets.joined(separator: ",")))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix(sample.complaint) == true)
  }

  @Test("A file belongs to the target of its folder, within its group")
  func groups() {
    let table = ImportTable(rows: ["Low": .only([]), "app": .everything], groups: ["Deep": ["Low"]])
    #expect(table.target(at: "Sources/Deep/Low/Roof/File.swift") == "Low")
    #expect(table.target(at: "Sources/app/main.swift") == "app")
    #expect(table.target(at: "Sources/Low/File.swift") == nil)
  }

  @Test("A target in another place is found")
  func place() throws {
    let targets = [target("Low", path: "Sources/Deep/Low"), target("High", Self.onLow), target("app")]
    let found = table.disagreements(with: try manifest(targets.joined(separator: ",")))
    #expect(found == ["Low lives in Sources/Deep/Low and not in Sources/Low"])
  }
}
