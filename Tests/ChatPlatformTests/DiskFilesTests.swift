import ChatControllers
import ChatDomain
import ChatPlatform
import Foundation
import Testing

@Suite("Files on disk")
final class DiskFilesTests {
  private let home = FileManager.default.temporaryDirectory.path + "/inkwell-disk-\(UUID())"
  private var files: DiskFiles { DiskFiles(home: home) }

  init() throws {
    try FileManager.default.createDirectory(atPath: home + "/plans/old", withIntermediateDirectories: true)
    try Data("0123456789".utf8).write(to: URL(filePath: home + "/plans/notes.txt"))
    try Data().write(to: URL(filePath: home + "/plans/.hidden"))
    try FileManager.default.createSymbolicLink(
      atPath: home + "/plans/link", withDestinationPath: home + "/plans/old")
    try FileManager.default.createSymbolicLink(atPath: home + "/plans/lost", withDestinationPath: "nowhere")
  }

  deinit {
    do { try FileManager.default.removeItem(atPath: home) } catch { Issue.record("\(home) stays: \(error)") }
  }

  @Test(
    "A range of a file is read, up to the end of the file",
    arguments: [
      (0..<10, "0123456789"), (3..<5, "34"), (4..<4, ""), (8..<20, "89"), (10..<12, ""), (30..<40, ""),
    ])
  func ranges(range: Range<Int>, expected: String) async throws {
    let bytes = try await files.bytes(ofFileAt: "~/plans/notes.txt", in: range)
    #expect(String(decoding: bytes, as: UTF8.self) == expected)
  }

  @Test("Both ways of asking give a file's size")
  func size() async throws {
    #expect(try await files.size(ofFileAt: home + "/plans/notes.txt") == 10)
    #expect(await files.size(ofFile: "~/plans/notes.txt") == 10)
    #expect(await files.size(ofFile: "~/plans/.hidden") == 0)
  }

  @Test(
    "Something that is not a readable file is refused by its name alone",
    arguments: [
      ("~/plans/none.txt", "none.txt"), ("~/plans", "plans"), ("~/plans/link", "link"),
      ("~/plans/lost", "lost"),
      ("", ""), ("/", "/"),
    ])
  func refused(path: String, name: String) async {
    await #expect(throws: ChatError.refused(.fileUnreadable(name: name))) {
      try await self.files.size(ofFileAt: path)
    }
    #expect(await files.size(ofFile: path) == nil)
  }

  @Test(
    "The reason why a file cannot be read is given",
    arguments: [
      ("~/plans/none.txt", "No such file or directory"), ("~/plans", "Is a directory"),
      ("/dev/null", "Not a regular file"),
    ])
  func reasons(path: String, reason: String) async {
    #expect(await files.reasonUnreadable(path) == reason)
  }

  @Test("A file that disappears before reading is refused")
  func gone() async throws {
    try FileManager.default.removeItem(atPath: home + "/plans/notes.txt")
    await #expect(throws: ChatError.refused(.fileUnreadable(name: "notes.txt"))) {
      try await self.files.bytes(ofFileAt: "~/plans/notes.txt", in: 0..<4)
    }
  }

  @Test("A pipe cannot be sent")
  func pipe() async {
    #expect(mkfifo(home + "/plans/pipe", 0o600) == 0)
    #expect(await files.size(ofFile: "~/plans/pipe") == nil)
  }

  @Test("A folder is listed by name, with folders marked, also through links")
  func entries() async {
    #expect(await files.entries(ofFolder: "~/plans") == [".hidden", "link/", "lost", "notes.txt", "old/"])
    #expect(await files.entries(ofFolder: "~/plans/notes.txt").isEmpty)
    #expect(await files.entries(ofFolder: home + "/none").isEmpty)
  }

  @Test(
    "The home folder is shortened to ~, and no other",
    arguments: [
      ("~", "/home/mia"), ("~/a b", "/home/mia/a b"), ("/etc", "/etc"), ("~mia/a", "~mia/a"), ("a/~", "a/~"),
    ])
  func home(short: String, long: String) {
    let files = DiskFiles(home: "/home/mia")
    #expect(files.expanded(short) == long)
    #expect(files.shortened(long) == short)
  }

  @Test("A folder whose name only starts like the home folder is not shortened")
  func beside() { #expect(DiskFiles(home: "/home/mia").shortened("/home/miamia") == "/home/miamia") }

  @Test(
    "Without a valid home, paths stay as they are", arguments: [nil, "", "/", "a"])
  func noHome(home: String?) {
    let files = DiskFiles(home: home)
    #expect(files.shortened("/a/b") == "/a/b")
    if home == nil { #expect(files.expanded("~/a") == "~/a") }
  }
}
