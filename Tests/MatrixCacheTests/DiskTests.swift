import CFaultySystem
import CSQLite
import ChatDomain
import Foundation
import SQLite
import Testing

@testable import MatrixService

/// Each test with the faulty VFS runs in a separate process, because there is one VFS per process.
@Suite("Failing disks")
struct DiskTests {
  private static func save(_ number: Int, in cache: MatrixCache) throws(CacheFault) {
    try cache.transaction { () throws(CacheFault) in
      let id = MessageID("$\(number)")
      try cache.events.save(
        Samples.event(id, at: UInt64(number), bytes: [UInt8](repeating: UInt8(number & 0xFF), count: 2_000)))
      try cache.words.setText(of: id, in: Samples.room, to: "word\(number)")
      try cache.values.set("s\(number)", forKey: "since")
    }
  }

  /// The number of answers in a cache, checked with their tokens.
  private static func answers(in cache: MatrixCache) throws -> Int {
    let last = try cache.values.value(forKey: "since").flatMap { Int($0.dropFirst()) } ?? -1
    try #require(
      try cache.events.latest(in: Samples.room)?.token == (last < 0 ? nil : Timetoken(UInt64(last))))
    for number in 0...max(last, 0) where last >= 0 {
      try #require(try cache.events.event(MessageID("$\(number)"), in: Samples.room) != nil)
      try #require(
        try cache.events.search("word\(number)", in: nil, before: nil, limit: .max).contains {
          $0.token.rawValue == number
        })
    }
    return last + 1
  }

  @Test("A full disk is reported; the cache continues in memory with its data, and later in the file")
  func full() async {
    await #expect(processExitsWith: .success) {
      let folder = try CacheFolder()
      faulty_install()
      let cache = try folder.open(through: "faulty")
      faulty_limit(2_000_000)
      var fault: CacheFault?
      var kept = 0
      while fault == nil {
        do throws(CacheFault) {
          try Self.save(kept, in: cache)
          kept += 1
        } catch {
          fault = error
        }
      }
      try #require(fault == .full)
      try #require(kept > 10)
      try #require(try Self.answers(in: cache) == kept)
      cache.continueInMemory()
      try #require(cache.isInMemory && cache.opening == .fresh)
      try #require(try Self.answers(in: cache) == kept)
      for number in kept..<kept + 200 { try Self.save(number, in: cache) }
      try #require(try Self.answers(in: cache) == kept + 200)
      faulty_limit(-1)
      let next = try folder.open()
      try #require(next.opening == .continued)
      try #require(try Self.answers(in: next) == kept)
    }
  }

  @Test("Without room for the first page no cache file is created, and memory is used")
  func fullAtOnce() async {
    await #expect(processExitsWith: .success) {
      let folder = try CacheFolder()
      faulty_install()
      faulty_limit(100)
      do {
        _ = try folder.open(through: "faulty")
        try #require(Bool(false), "a file of a hundred bytes")
      } catch let fault as CacheFault {
        try #require(fault == .full)
      }
      faulty_limit(-1)
      try #require(try folder.open().opening == .fresh)
    }
  }

  /// Read, write and sync errors; a full disk; a damaged page.
  private static let codes = [1, 3, 4].map { SQLITE_IOERR | $0 << 8 } + [SQLITE_FULL, SQLITE_CORRUPT]

  @Test("Any failing operation leaves the answer whole or absent, with its token")
  func operations() async {
    await #expect(processExitsWith: .success) {
      faulty_install()
      for code in Self.codes {
        var failures = 0
        for operation in 0..<60 {
          let folder = try CacheFolder()
          let cache = try folder.open(through: "faulty")
          for number in 0..<5 { try Self.save(number, in: cache) }
          faulty_plan(operation, code)
          var kept = 5
          do throws(CacheFault) {
            for number in 5..<9 {
              try Self.save(number, in: cache)
              kept += 1
            }
          } catch {
            failures += 1
            try #require(error == (code == SQLITE_FULL ? .full : code == SQLITE_CORRUPT ? .damaged : error))
            if case .failed(let found, _) = error { try #require(found == code) }
          }
          faulty_plan(-1, SQLITE_OK)
          // An answer whose write failed may be there, but only as a whole.
          try #require((kept...kept + 1).contains(try Self.answers(in: folder.open())))
          cache.continueInMemory()
          try #require((kept...kept + 1).contains(try Self.answers(in: cache)))
          for number in kept..<kept + 3 { try Self.save(number, in: cache) }
          try #require(try Self.answers(in: cache) == kept + 3)
        }
        try #require(failures > 3, "code \(code)")
      }
    }
  }

  @Test("The journal does not grow forever: it is checkpointed")
  func journal() throws {
    let folder = try CacheFolder()
    let cache = try folder.open()
    var longest = 0
    for number in 0..<600 {
      try Self.save(number, in: cache)
      longest = max(longest, cache.connection.journalPages)
    }
    // In pages of 16 kB.
    #expect(longest > 200)
    #expect(longest < 300)
    #expect(try folder.bytes("-wal").count < 6_000_000)
  }
}
