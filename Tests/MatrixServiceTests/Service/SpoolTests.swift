import ChatDomain
import Foundation
import TestSupport
import Testing

@testable import MatrixService

@Suite("The spool of files")
struct SpoolTests {
  private let now = Timestamp(microseconds: 1_795_000_000_000_000)

  private func spool(_ files: [(name: String, size: Int, days: Double)]) throws -> (Spool, ScratchFolder) {
    let folder = try ScratchFolder()
    let spool = Spool(folder: folder.path("files"))
    Spool.makeFolder(spool.folder)
    for file in files {
      let path = "\(spool.folder)/\(file.name)"
      try spool.write(Array(repeating: 1, count: file.size), at: 0, to: path)
      let date = Date(timeIntervalSince1970: Double(now.microseconds) / 1e6 - file.days * 86_400)
      try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: path)
    }
    return (spool, folder)
  }

  private func names(_ spool: Spool) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: spool.folder).sorted()
  }

  @Test("Files unchanged for a month are removed, and the oldest downloads beyond the limit")
  func trimming() throws {
    let (spool, folder) = try spool([
      ("up-old", 10, 31), ("up-large", 5000, 29), ("down-old", 1, 31), ("down-a", 400, 3), ("down-b", 400, 2),
      ("down-c", 400, 1), ("else", 10, 400),
    ])
    spool.trim(at: now, downloads: 1000)
    #expect(try names(spool) == ["down-b", "down-c", "else", "up-large"])
    spool.trim(at: now, downloads: 0)
    #expect(try names(spool) == ["else", "up-large"])
    withExtendedLifetime(folder) {}
  }

  @Test("Downloads in use stay, and complete ones can be removed together")
  func parts() throws {
    let (spool, folder) = try spool([
      ("down-a", 400, 0.01), ("down-b.x1", 400, 0.01), ("down-c.x1", 400, 1), ("down-d", 400, 0),
      ("up-d", 10, 0),
    ])
    spool.trim(at: now, downloads: 100)
    #expect(try names(spool) == ["down-b.x1", "down-d", "up-d"])
    try spool.write([1], at: 0, to: "\(spool.folder)/down-e")
    spool.removeDownloads()
    #expect(try names(spool) == ["down-b.x1", "up-d"])
    withExtendedLifetime(folder) {}
  }

  @Test("A missing folder, a nested folder and a link are harmless")
  func oddities() throws {
    let (spool, folder) = try spool([])
    mkdir("\(spool.folder)/down-folder", 0o700)
    symlink("/etc/passwd", "\(spool.folder)/down-link")
    spool.trim(at: now, downloads: 0)
    #expect(try names(spool) == ["down-folder", "down-link"])
    Spool(folder: folder.path("nowhere")).trim(at: now)
  }
}
