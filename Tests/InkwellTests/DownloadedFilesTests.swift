import ChatUI
import Foundation
import Testing

@testable import inkwell

@Suite("Files from messages") struct DownloadedFilesTests {
  private let caches = FileManager.default.temporaryDirectory.path + "/inkwell-caches-\(UUID())"
  private var folder: String { caches + "/files" }
  private var downloads: DownloadedFiles { DownloadedFiles(caches: caches) }

  /// The names in the folder, sorted.
  private var names: [String] {
    // try?: a missing folder is empty.
    (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
  }

  private func clean() throws { try FileManager.default.removeItem(atPath: caches) }

  @Test("A partial file has a hidden name")
  func hidden() async throws {
    let file = try await downloads.begin(FileName("notes.txt"))
    try await file.append(Array("one ".utf8))
    try await file.append(Array("two".utf8))
    #expect(names.count == 1 && names[0].hasPrefix("."))
    let path = try await file.finish()
    #expect(path == folder + "/notes.txt" && names == ["notes.txt"])
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one two")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    try clean()
  }

  @Test("Nothing is overwritten, neither a file nor the target of a link")
  func taken() async throws {
    for text in ["first", "second"] {
      let file = try await downloads.begin(FileName("notes.txt"))
      try await file.append(Array(text.utf8))
      _ = try await file.finish()
    }
    #expect(names == ["notes (2).txt", "notes.txt"])
    try FileManager.default.createSymbolicLink(
      atPath: folder + "/link.txt", withDestinationPath: caches + "/elsewhere")
    let path = try await downloads.begin(FileName("link.txt")).finish()
    #expect(
      path == folder + "/link (2).txt" && !FileManager.default.fileExists(atPath: caches + "/elsewhere"))
    #expect(try String(contentsOfFile: folder + "/notes.txt", encoding: .utf8) == "first")
    try clean()
  }

  @Test("A cancelled download leaves nothing")
  func discarded() async throws {
    let file = try await downloads.begin(FileName("notes.txt"))
    try await file.append([1, 2, 3])
    await file.discard()
    #expect(names.isEmpty)
    try clean()
  }

  @Test(
    "Leftovers of a killed program go at the next start or file; downloads in progress stay"
  )
  func leftovers() async throws {
    downloads.removeLeftovers()
    #expect(!FileManager.default.fileExists(atPath: folder), "a start makes no folder")
    let fetched = try await downloads.begin(FileName("fetched.txt"))
    for isStart in [true, false] {
      // Neither finished nor cancelled: its lock ended with its program.
      try await downloads.begin(FileName("left.txt")).append([1, 2, 3])
      #expect(names.count == 2)
      if isStart {
        downloads.removeLeftovers()
      } else {
        await (try downloads.begin(FileName("other.txt"))).discard()
      }
      #expect(names.count == 1)
    }
    try await fetched.append([4])
    #expect(try await fetched.finish() == folder + "/fetched.txt" && names == ["fetched.txt"])
    try clean()
  }
}
