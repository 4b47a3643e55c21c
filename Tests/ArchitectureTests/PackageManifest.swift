import Foundation

/// The declarations of `Package.swift`, as SwiftPM reads them.
struct PackageManifest: Decodable {
  struct Target: Decodable {
    let name: String
    let type: String
    let path: String?
    let dependencies: [String]

    /// Tests, benchmarks and the like are under `Tests`, and no target depends on them.
    var isSource: Bool { type != "test" && path?.hasPrefix("Tests/") != true }
  }

  let targets: [Target]
}

extension PackageManifest.Target {
  private enum CodingKeys: CodingKey { case name, type, path, dependencies }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    name = try container.decode(String.self, forKey: .name)
    type = try container.decode(String.self, forKey: .type)
    path = try container.decodeIfPresent(String.self, forKey: .path)
    // {"byName": ["DraftEngine", null]}, {"product": ["Name", "package", …]}: the name is first in every form.
    dependencies = try container.decode([[String: FirstName]].self, forKey: .dependencies).flatMap {
      $0.values.map(\.name)
    }
  }

  private struct FirstName: Decodable {
    let name: String

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      name = try list.decode(String.self)
    }
  }
}

extension PackageManifest {
  struct Unreadable: Error { let status: Int32 }

  /// Runs SwiftPM with a separate scratch folder: the usual one is locked during `swift test`.
  static func read(at root: URL) throws -> PackageManifest {
    let scratch = FileManager.default.temporaryDirectory
      .appending(path: "inkwell-manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: scratch, withIntermediateDirectories: true)
    defer {
      // A folder that cannot be removed is left to the system to clean up.
      try? FileManager.default.removeItem(at: scratch)
    }
    let output = Pipe()
    let swift = Process()
    swift.executableURL = URL(filePath: "/usr/bin/env")
    swift.arguments = [
      "swift", "package", "--package-path", root.path(percentEncoded: false), "--scratch-path",
      scratch.path(percentEncoded: false), "dump-package",
    ]
    swift.standardInput = FileHandle.nullDevice
    swift.standardOutput = output
    try swift.run()
    let json = try output.fileHandleForReading.readToEnd() ?? Data()
    swift.waitUntilExit()
    guard swift.terminationStatus == 0 else { throw Unreadable(status: swift.terminationStatus) }
    return try JSONDecoder().decode(PackageManifest.self, from: json)
  }
}
