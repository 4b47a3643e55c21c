import FileSystem
import Foundation
import Testing

@Suite("Hidden files")
final class HiddenFileTests {
  private let root = FileManager.default.temporaryDirectory.path + "/inkwell-hidden-\(UUID())"
  private let kind = HiddenFile.Kind(beginning: ".test-", ending: ".part")

  init() throws { try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true) }

  deinit {
    do { try FileManager.default.removeItem(atPath: root) } catch { Issue.record("\(root) stays: \(error)") }
  }

  @Test("Each has a unique name and the written content")
  func writes() throws {
    let (one, other) = (
      try HiddenFile(in: root, kind, mode: 0o600), try HiddenFile(in: root, kind, mode: 0o600)
    )
    try one.write(Array("one".utf8))
    try one.write([])
    try one.write(Array("!".utf8))
    #expect(one.path != other.path && Folder(root).names.count == 2)
    #expect(try String(contentsOfFile: one.path, encoding: .utf8) == "one!")
    #expect(try String(contentsOfFile: other.path, encoding: .utf8).isEmpty)
    #expect(Folder(root).names.allSatisfy { $0.hasPrefix(".test-") && $0.hasSuffix(".part") })
  }

  @Test(
    "A file of an ended program is removed; one in use and foreign ones stay")
  func leftovers() throws {
    let writing = try HiddenFile(in: root, kind, mode: 0o600)
    // Closed at once, as by a program that has ended.
    _ = try HiddenFile(in: root, kind, mode: 0o600)
    for name in [".test-other", "test-1.part", ".test-1.part.txt"] {
      try Data().write(to: URL(filePath: "\(root)/\(name)"))
    }
    try FileManager.default.createSymbolicLink(
      atPath: root + "/.test-link.part", withDestinationPath: root + "/test-1.part")
    HiddenFile.removeLeftovers(of: kind, in: root)
    let written = try #require(URL(string: writing.path)).lastPathComponent
    #expect(
      Folder(root).names.sorted()
        == [".test-1.part.txt", ".test-link.part", ".test-other", "test-1.part", written].sorted())
    HiddenFile.removeLeftovers(of: kind, in: root + "/none")
  }

  @Test("If none can be created, the system's reason is given")
  func refused() {
    do throws(SystemFault) {
      _ = try HiddenFile(in: root + "/none", kind, mode: 0o600)
      Issue.record("it was made")
    } catch {
      #expect(error.code == ENOENT && error.path.hasPrefix(root + "/none/.test-"))
    }
  }
}
