import ChatDomain
import Foundation
import SQLite
import TestSupport
import Testing

@testable import MatrixService

@Suite("Opening a cache")
struct OpeningTests {
  let folder: CacheFolder

  init() throws { folder = try CacheFolder() }

  /// Fills all tables; the text takes many pages.
  private func fill(_ cache: MatrixCache, events: Int = 400) throws {
    try cache.transaction { () throws(CacheFault) in
      try cache.values.set("s1", forKey: "since")
      try cache.rooms.save(CachedRoom(id: Samples.room, record: [1, 2]))
      let slice = try cache.slices.make(in: Samples.room, before: "b", after: nil, isLive: true)
      for number in 0..<events {
        let id = MessageID("$\(number)")
        try cache.events.save(
          Samples.event(
            id, at: UInt64(number), slice: slice.id, about: "$t", bytes: [UInt8](repeating: 7, count: 300)))
        try cache.words.setText(of: id, in: Samples.room, to: "word number\(number)")
      }
    }
  }

  /// Reads all tables.
  private func read(_ cache: MatrixCache) throws(CacheFault) {
    _ = try cache.values.value(forKey: "since")
    _ = try cache.rooms.all()
    _ = try cache.accountData.all()
    _ = try cache.events.latest(in: Samples.room)
    _ = try cache.events.relations(of: "$t", in: Samples.room)
    for slice in try cache.slices.of(Samples.room) {
      _ = try cache.events.page(.slice(slice.id, in: Samples.room), .oldest, limit: 1_000)
    }
    _ = try cache.events.search("word", in: nil, before: nil, limit: 1_000)
    _ = try cache.threads.list(before: nil, limit: 10)
  }

  @Test("A new file is empty and private; the next time its data is there")
  func going() throws {
    let cache = try folder.open()
    #expect(cache.opening == .fresh)
    #expect(!cache.isInMemory)
    #expect(try folder.mode() == 0o600)
    try fill(cache)
    // The first one is not closed, as after a crash.
    let again = try folder.open()
    #expect(again.opening == .continued)
    #expect(try again.values.value(forKey: "since") == "s1")
    #expect(try again.events.relations(of: "$t", in: Samples.room).count == 400)
    #expect(try again.events.search("number7", in: nil, before: nil, limit: 400).map(\.id).contains("$7"))
  }

  @Test("A cache in memory is empty and leaves no file")
  func memory() throws {
    let cache = try Samples.cache()
    #expect(cache.opening == .fresh && cache.isInMemory)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  static let accounts: [(UserID, DeviceID)] = [
    ("@ben:s", "laptop"), ("@ann:s", "phone"), ("@ann:s\0", "laptop"), ("@ann:s", ""),
  ]

  @Test("The cache of another account is replaced", arguments: accounts)
  func others(user: UserID, device: DeviceID) throws {
    try fill(folder.open())
    let cache = try MatrixCache(path: folder.path, of: user, on: device)
    #expect(cache.opening == .replaced)
    #expect(try cache.values.value(forKey: "since") == nil)
    #expect(try cache.rooms.all().isEmpty)
    #expect(try folder.mode() == 0o600)
    #expect(try MatrixCache(path: folder.path, of: user, on: device).opening == .continued)
  }

  @Test("Account names are compared byte by byte")
  func lookAlikes() throws {
    _ = try MatrixCache(path: folder.path, of: "é", on: "laptop")
    let cache = try MatrixCache(path: folder.path, of: "e\u{301}", on: "laptop")
    #expect(cache.opening == .replaced)
  }

  @Test("A file of a newer or invalid version is replaced", arguments: [6, 99, -1])
  func versions(version: Int) throws {
    #expect(Migration.all(withFullText: true).count == 5)
    let cache = try folder.open()
    try fill(cache)
    try cache.connection.execute("PRAGMA user_version = \(version)")
    let next = try folder.open()
    #expect(next.opening == .replaced)
    #expect(try next.values.value(forKey: "since") == nil)
  }

  @Test("A file of the previous version is continued with its mentions")
  func former() throws {
    let cache = try folder.open()
    try fill(cache)
    try cache.events.save(Samples.event("$told", at: 7, mentionsMe: true))
    try cache.connection.execute(
      """
      DROP TABLE inbox; DROP INDEX receipt_at; PRAGMA user_version = 2;
      ALTER TABLE upload DROP COLUMN room; ALTER TABLE upload DROP COLUMN key;
      """)
    let next = try folder.open()
    #expect(next.opening == .continued)
    #expect(try next.inbox.all().map(\.event) == ["$told"])
    #expect(try next.inbox.all().map(\.kind) == [.mention])
  }

  @Test("A foreign file is replaced")
  func foreign() throws {
    var generator = SeededGenerator(seed: TestSeed.value)
    let noise = (0..<20_000).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
    for bytes in [noise, Array("SQLite format 3\0".utf8) + noise, Array("words".utf8)] {
      try folder.write(bytes)
      let cache = try folder.open()
      #expect(cache.opening == .replaced)
      try fill(cache)
      #expect(try folder.open().opening == .continued)
      DatabaseFile.remove(folder.path)
    }
    let database = try Connection(path: folder.path)
    try database.execute("CREATE TABLE mark (a)")
    #expect(try folder.open().opening == .replaced)
  }

  @Test(
    "A file without owner or tables is damaged",
    arguments: ["DELETE FROM owner", "DROP TABLE owner"])
  func incomplete(sql: String) throws {
    let cache = try folder.open()
    try cache.connection.execute(sql)
    #expect(try folder.open().opening == .replaced)
  }

  @Test("An empty file counts as missing")
  func empty() throws {
    try folder.write([])
    #expect(try folder.open().opening == .fresh)
  }

  @Test("If no file can be created the error says so, and nothing is removed")
  func noPlace() throws {
    try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
    #expect(throws: CacheFault.self) { try folder.open() }
    #expect(FileManager.default.fileExists(atPath: folder.path))
    #expect(throws: CacheFault.failed(code: ENOENT, message: "/no/such/folder/cache.db")) {
      try MatrixCache(path: "/no/such/folder/cache.db", of: "@ann:s", on: "laptop")
    }
  }

  @Test("With random bytes anywhere the file is replaced, reported damaged, or readable")
  func damage() throws {
    var generator = SeededGenerator(seed: TestSeed.value)
    let cache = try folder.open()
    try fill(cache)
    try cache.connection.eraseJournal(patience: 0)
    let sound = try folder.bytes()
    var outcomes: Set<String> = []
    for round in 0..<120 {
      var bytes = sound
      for _ in 0...generator.below(4) {
        // Half of them in the first pages, which contain the roots of the tables.
        let place = generator.below(generator.percent(50) ? 8_192 : bytes.count)
        let end = min(place + 1 + generator.below(600), bytes.count)
        for index in place..<end { bytes[index] = UInt8(truncatingIfNeeded: generator.next()) }
      }
      if generator.percent(20) { bytes.removeLast(generator.below(bytes.count)) }
      DatabaseFile.remove(folder.path)
      try folder.write(bytes)
      outcomes.insert(try outcome(round))
    }
    #expect(outcomes.isSuperset(of: ["replaced", "damaged"]), "seed \(TestSeed.value)")
  }

  private func outcome(_ round: Int) throws -> String {
    let comment: Comment = "round \(round), seed \(TestSeed.value)"
    let cache = try folder.open()
    if case .replaced = cache.opening {
      try read(cache)
      return "replaced"
    }
    do throws(CacheFault) {
      try read(cache)
      try cache.transaction { () throws(CacheFault) in
        try cache.events.save(Samples.event("$new", at: 9_999))
        try cache.rooms.remove(Samples.room)
      }
      return "read"
    } catch {
      #expect(error == .damaged, comment)
    }
    // Both ways to continue give a working cache.
    if round.isMultiple(of: 2) {
      try cache.reset()
      #expect(cache.opening == .replaced, comment)
    } else {
      cache.continueInMemory()
      #expect(cache.isInMemory, comment)
      // Damage that a check of the whole file misses may still cause an error.
      do throws(CacheFault) { try read(cache) } catch { try cache.reset() }
    }
    try read(cache)
    try cache.values.set("s9", forKey: "since")
    #expect(try cache.values.value(forKey: "since") == "s9", comment)
    return "damaged"
  }

  @Test("Damaged data is not copied to memory, and the file is removed")
  func damagedWhileOpen() throws {
    let cache = try folder.open()
    try fill(cache)
    try cache.connection.eraseJournal(patience: 0)
    var bytes = try folder.bytes()
    let middle = bytes.count * 2 / 3..<bytes.count * 5 / 6
    bytes.replaceSubrange(middle, with: [UInt8](repeating: 0, count: middle.count))
    try folder.write(bytes)
    let damaged = try folder.open()
    #expect(damaged.opening == .continued)
    #expect(throws: CacheFault.damaged) { try read(damaged) }
    damaged.continueInMemory()
    #expect(damaged.isInMemory)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
    #expect(try damaged.values.value(forKey: "since") == nil)
    try read(damaged)
    #expect(try folder.open().opening == .fresh)
  }

  @Test("A restarted cache is empty, in place, and continued the next time")
  func anew() throws {
    let cache = try folder.open()
    try fill(cache)
    try cache.reset()
    #expect(cache.opening == .replaced)
    #expect(try cache.rooms.all().isEmpty)
    #expect(try cache.values.value(forKey: "since") == nil)
    try cache.values.set("s2", forKey: "since")
    let next = try folder.open()
    #expect(next.opening == .continued)
    #expect(try next.values.value(forKey: "since") == "s2")
    let memory = try Samples.cache()
    try fill(memory)
    try memory.reset()
    #expect(try memory.rooms.all().isEmpty && memory.isInMemory)
  }
}
