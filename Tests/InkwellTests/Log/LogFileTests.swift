import Foundation
import Glibc
import Testing

@testable import inkwell

@Suite("Log files")
struct LogFileTests {
  private let folder = FileManager.default.temporaryDirectory.appending(
    path: "log-\(UInt64.random(in: 0 ... .max))")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  private func path(_ name: String) -> String { folder.appending(path: name).path(percentEncoded: false) }

  private func mode(of name: String) -> mode_t {
    var status = stat()
    #expect(lstat(path(name), &status) == 0)
    return status.st_mode & 0o777
  }

  @Test(
    "Only the owner can read it, whatever its permissions were, and old content stays",
    arguments: [nil, 0o600, 0o644, 0o666, 0o400 | 0o200 | 0o040] as [mode_t?])
  func isPrivate(before: mode_t?) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    if let before {
      try Data("before\n".utf8).write(to: folder.appending(path: "log"))
      #expect(chmod(path("log"), before) == 0)
    }
    try LogFile(path("log")).append("a line\n")
    #expect(mode(of: "log") == 0o600)
    #expect(
      try String(contentsOf: folder.appending(path: "log"), encoding: .utf8)
        == (before == nil ? "" : "before\n") + "a line\n")
  }

  @Test(
    "A symbolic link is refused, dangling or not, and nothing is written through it")
  func link() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("theirs".utf8).write(to: folder.appending(path: "file"))
    #expect(chmod(path("file"), 0o644) == 0)
    for target in ["file", "nothing"] {
      #expect(symlink(path(target), path("link")) == 0)
      #expect(
        throws: LogFile.Fault(
          sentence: "\(path("link")) is a symbolic link: --log-file wants the file itself")
      ) { try LogFile(path("link")) }
      #expect(unlink(path("link")) == 0)
    }
    #expect(mode(of: "file") == 0o644)
    #expect(try FileManager.default.contentsOfDirectory(atPath: path("")) == ["file"])
  }

  @Test("Something that is not a file keeps its mode")
  func device() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try LogFile("/dev/null").append("a line\n")
    var status = stat()
    #expect(stat("/dev/null", &status) == 0 && status.st_mode & 0o777 == 0o666)
  }
}
