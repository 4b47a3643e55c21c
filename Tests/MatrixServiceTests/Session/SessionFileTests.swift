import ChatDomain
import FileSystem
import Foundation
import TestSupport
import Testing

@testable import MatrixService

@Suite("Session files")
struct SessionFileTests {
  let scratch: ScratchFolder
  let file: SessionFile

  init() throws {
    scratch = try ScratchFolder()
    file = SessionFile(folder: scratch.path("inkwell/ann"))
  }

  private var path: String { scratch.path("inkwell/ann/session.json") }

  private func put(_ text: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("inkwell/ann"), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: scratch.path("inkwell/ann"))
  }

  @Test("A saved session round-trips with all parts")
  func roundTrip() throws {
    #expect(try file.load() == nil)
    var session = try Sample.session(at: "http://localhost:8008")
    try file.save(session)
    #expect(try file.load() == session)
    session.tokens = SessionTokens(access: "other", refresh: nil)
    session.name = "Ann \u{1B}[2J \"quoted\" 日本"
    session.isEnded = true
    try file.save(session)
    #expect(try file.load() == session)
    #expect(try names() == ["session.json"])
    try file.remove()
    try file.remove()
    #expect(try file.load() == nil)
  }

  @Test("Others cannot read the file or the created folders")
  func modes() throws {
    try file.save(try Sample.session())
    for (name, mode) in [("inkwell", 0o700), ("inkwell/ann", 0o700), ("inkwell/ann/session.json", 0o600)] {
      let found = try FileManager.default.attributesOfItem(atPath: scratch.path(name))[.posixPermissions]
      #expect(found as? Int == mode, "\(name)")
    }
  }

  @Test("A file that others could read becomes private", arguments: [0o644, 0o640, 0o666, 0o604])
  func mended(mode: Int) throws {
    try put(String(decoding: SessionRecord.bytes(of: try Sample.session()), as: UTF8.self), mode: mode)
    #expect(try file.load() == (try Sample.session()))
    #expect(try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int == 0o600)
  }

  @Test("A link is not followed: reading refuses it, and saving replaces it without touching its target")
  func link() throws {
    try file.save(try Sample.session())
    let other = scratch.path("other")
    try FileManager.default.moveItem(atPath: path, toPath: other)
    let before = try Data(contentsOf: URL(filePath: other))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    #expect(throws: SessionFault.foreign(path: path)) { try file.load() }
    try file.save(try Sample.session(SessionTokens(access: "new", refresh: nil)))
    #expect(try Data(contentsOf: URL(filePath: other)) == before)
    #expect(try file.load()?.tokens.access == "new")
  }

  @Test("A pipe is refused without waiting; a folder is replaced on saving")
  func noFile() throws {
    for number in 1...2 {
      try FileManager.default.createDirectory(atPath: path + "/full", withIntermediateDirectories: true)
      #expect(throws: SessionFault.foreign(path: path)) { try file.load() }
      try file.save(try Sample.session())
      #expect(try file.load() != nil)
      #expect(FileManager.default.fileExists(atPath: "\(path)-replaced-\(number)/full"))
      try FileManager.default.removeItem(atPath: path)
    }
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: SessionFault.foreign(path: path)) { try file.load() }
  }

  @Test("Another person's file is refused", .enabled(if: geteuid() == 0, "only root can give a file away"))
  func owner() throws {
    try file.save(try Sample.session())
    #expect(chown(path, 65_534, 65_534) == 0)
    #expect(throws: SessionFault.foreign(path: path)) { try file.load() }
  }

  static let damaged = [
    "", "{}", "null", "[1]", "nothing", #"{"version":1}"#,
    #"{"version":1,"server":"https://a","user":"@a:b","device":"D"}"#,
    #"{"version":1,"server":"https://a","user":"@a:b","device":"D","access_token":""}"#,
    #"{"version":1,"server":"https://a","user":"@a:b","device":"D","access_token":"a\r\nb"}"#,
    #"{"version":1,"server":"https://a","user":"@a:b","device":"D","access_token":"a","refresh_token":1}"#,
    #"{"version":1,"server":"http://a.example","user":"@a:b","device":"D","access_token":"a"}"#,
    #"{"version":1,"server":"https://a","user":"a","device":"D","access_token":"a"}"#,
    #"{"version":1,"server":"https://a","user":"@a:b","device":"","access_token":"a"}"#,
    #"{"version":"1","server":"https://a","user":"@a:b","device":"D","access_token":"a"}"#,
  ]

  @Test("An invalid session is damaged", arguments: damaged)
  func damage(text: String) throws {
    try put(text)
    #expect(throws: SessionFault.damaged(path: path)) { try file.load() }
  }

  @Test("A session file with any bit flipped is the same session or damaged")
  func flipped() throws {
    let session = try Sample.session()
    let bytes = SessionRecord.bytes(of: session)
    for place in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[place] ^= 1 << UInt8(bit)
        do throws(SessionFault) {
          #expect(try SessionRecord.session(from: flipped, path: "p") == session, "byte \(place), bit \(bit)")
        } catch {
          #expect(error == .damaged(path: "p"), "byte \(place), bit \(bit)")
        }
      }
    }
  }

  @Test("A file of an earlier version without a checksum is read")
  func earlier() throws {
    try put(#"{"version":1,"server":"https://a","user":"@a:b","device":"D","access_token":"t"}"#)
    #expect(try file.load()?.user == "@a:b")
  }

  @Test("A file of a newer version is left alone")
  func newer() throws {
    try put(#"{"version":2}"#)
    #expect(throws: SessionFault.newer(path: path)) { try file.load() }
  }

  @Test("A file truncated anywhere is damaged, never another session")
  func truncated() throws {
    let bytes = SessionRecord.bytes(of: try Sample.session())
    for count in 0..<bytes.count - 1 {
      #expect(throws: SessionFault.damaged(path: "p")) {
        try SessionRecord.session(from: Array(bytes.prefix(count)), path: "p")
      }
    }
  }

  @Test("A file larger than the limit is damaged")
  func large() throws {
    try put(String(repeating: " ", count: SessionRecord.limit + 1))
    #expect(throws: SessionFault.damaged(path: path)) { try file.load() }
  }

  @Test("If nothing can be written, the previous session is kept")
  func full() throws {
    let blocked = SessionFile(folder: "/dev/null/folder")
    #expect(throws: SessionFault.self) { try blocked.save(try Sample.session()) }
    #expect(throws: SessionFault.self) { try blocked.load() }
  }

  @Test("Leftovers of an ended program are removed, files in use are not")
  func leftovers() throws {
    try file.save(try Sample.session())
    let folder = scratch.path("inkwell/ann")
    let left = "\(folder)/.session-abc.new"
    try Data("secret".utf8).write(to: URL(filePath: left))
    try Data("words".utf8).write(to: URL(filePath: "\(folder)/.session-notes"))
    let other = try HiddenFile(in: folder, AtomicFile.kind, mode: 0o600)
    try other.write(Array("half".utf8))
    try file.save(try Sample.session())
    #expect(!FileManager.default.fileExists(atPath: left))
    let during = try names()
    #expect(during.count == 3)
    try file.save(try Sample.session())
    #expect(try names().sorted() == during.sorted())
    try FileManager.default.removeItem(atPath: other.path)
    #expect(try names().sorted() == [".session-notes", "session.json"])
  }
}
