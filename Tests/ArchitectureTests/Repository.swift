import Foundation
import Synchronization

/// The working copy these tests were compiled from.
struct Repository {
  let root: URL

  static let here = Repository(
    root: URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent())

  /// The names allowed at the top level, besides dotfiles.
  static let topLevel: Set<String> = [
    "Package.swift", "Sources", "Tests", "Makefile", "docs", "README.md", "LICENSE",
  ]

  struct File {
    let path: String
    let text: SourceText
  }

  /// A cache, because many tests read the same files.
  private static let read = Mutex<[String: [File]]>([:])

  /// All Swift files below the folder, sorted by path.
  func swiftFiles(under folder: String) throws -> [File] {
    try Self.read.withLock { read in
      if let files = read[folder] { return files }
      let files = try readSwiftFiles(under: folder)
      read[folder] = files
      return files
    }
  }

  private func readSwiftFiles(under folder: String) throws -> [File] {
    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: root.appending(path: folder).path(percentEncoded: false))
    return try paths.filter { $0.hasSuffix(".swift") }.sorted().map { path in
      let file = root.appending(path: folder).appending(path: path)
      return File(path: "\(folder)/\(path)", text: SourceText(try String(contentsOf: file, encoding: .utf8)))
    }
  }

  /// The names of the direct subfolders.
  func folders(in folder: String) throws -> Set<String> {
    let contents = try FileManager.default.contentsOfDirectory(
      at: root.appending(path: folder), includingPropertiesForKeys: [.isDirectoryKey])
    let folders = try contents.filter {
      try $0.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
    }
    return Set(folders.map(\.lastPathComponent))
  }

  /// The unexpected names at the top level.
  func strangersAtTheTop() throws -> [String] {
    let names = try FileManager.default.contentsOfDirectory(atPath: root.path(percentEncoded: false))
    let ignored = try String(contentsOf: root.appending(path: ".gitignore"), encoding: .utf8)
    return Self.strangers(among: names, ignored: ignored)
  }

  /// Applies the patterns of `.gitignore` that can match at the top level: a name, or `*` and a suffix.
  static func strangers(among names: [String], ignored: String) -> [String] {
    let patterns = ignored.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }.map {
      $0.trimmingCharacters(in: CharacterSet(charactersIn: "/ "))
    }
    return names.sorted().filter { name in
      !name.hasPrefix(".") && !topLevel.contains(name)
        && !patterns.contains { $0.hasPrefix("*") ? name.hasSuffix($0.dropFirst()) : name == $0 }
    }
  }
}
