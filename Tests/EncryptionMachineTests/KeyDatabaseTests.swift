import CFaultySystem
import Ciphers
import EncryptionTestSupport
import Foundation
import JSON
import MachineTestSupport
import SQLite
import TestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("The database of keys")
struct KeyDatabaseTests {
  let folder: ScratchFolder
  let suite: CipherSuite

  init() throws {
    folder = try ScratchFolder()
    suite = try CipherSuite.seeded(12)
  }

  private func open(
    _ name: String = "keys.db", user: String = "@a:x", device: String = "A", key: UInt8 = 7,
    system: String? = nil
  ) throws -> KeyDatabase {
    try KeyDatabase(
      path: folder.path(name), owner: DeviceAddress(user: user, device: device),
      profileKey: Secret(copying: [UInt8](repeating: key, count: 32)), suite: suite,
      system: system, now: { 1_800_000_000_000 })
  }

  @Test("A commit waits for the disk, except for what may be lost")
  func synchronous() throws {
    let database = try open()
    func mode(isDurable: Bool) throws -> Int64? {
      try database.transaction(isDurable: isDurable) { () throws(MachineError) in
        try database.connection.first("PRAGMA synchronous") { $0.integer(0) }
      }
    }
    #expect(try mode(isDurable: true) == 2)
    #expect(try mode(isDurable: false) == 1)
    #expect(try mode(isDurable: true) == 2)
    #expect(try database.connection.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
  }

  @Test("All files belong to this user alone")
  func permissions() throws {
    let database = try open()
    try database.transaction { () throws(MachineError) in try database.settings.set("x", 1) }
    for name in try folder.names { #expect(try folder.mode(of: name) == 0o600, "\(name)") }
    _ = database
  }

  @Test("A second process cannot open it")
  func lock() throws {
    let first = try open()
    #expect(throws: MachineError.inUse) { try open() }
    _ = first.settings
  }

  @Test("Another account, another device and another profile key are refused")
  func otherAccount() throws {
    _ = try OlmMachine(open())
    #expect(throws: MachineError.otherAccount) { try open(user: "@b:x") }
    #expect(throws: MachineError.otherAccount) { try open(device: "B") }
    #expect(throws: MachineError.damaged("the key of this profile does not open it")) {
      try OlmMachine(open(key: 8))
    }
    _ = try OlmMachine(open()).deviceKeys()
  }

  @Test("A database of a later version is refused and stays as it is")
  func laterVersion() throws {
    try open().connection.execute("PRAGMA user_version = 99")
    #expect(throws: MachineError.laterVersion(99)) { try open() }
  }

  @Test("A failed transaction leaves nothing, and one that writes nothing is no generation")
  func transactions() throws {
    let database = try open()
    let before = try database.settings.integer("generation")
    #expect(throws: MachineError.malformedContent) {
      try database.transaction { () throws(MachineError) in
        try database.settings.set("x", 1)
        throw .malformedContent
      }
    }
    #expect(try database.settings["x"] == nil)
    try database.transaction { () throws(MachineError) in _ = try database.settings["x"] }
    #expect(try database.settings.integer("generation") == before)
    try database.transaction { () throws(MachineError) in try database.settings.set("x", 1) }
    #expect(try database.settings.integer("generation") == before + 1)
  }

  private func write() throws {
    let database = try open()
    try database.transaction { () throws(MachineError) in try database.settings.set("x", 1) }
    try database.connection.eraseJournal(patience: 1000)
  }

  @Test("A database that was merely closed or killed counts as the same")
  func same() throws {
    for _ in 0..<3 { try write() }
    #expect(try !open().wasPutBack)
  }

  /// Overwrites a file in place, without the journal of a database.
  private func putBack(_ copy: [UInt8], at path: String) {
    for end in ["-wal", "-shm"] { unlink(path + end) }
    let file = Glibc.open(path, O_WRONLY | O_TRUNC)
    #expect(Glibc.write(file, copy, copy.count) == copy.count)
    close(file)
  }

  /// Moves the last commit two minutes back.
  private func makeOlder(_ path: String) throws {
    let connection = try Connection<MachineError>(path: path)
    try connection.run("UPDATE setting SET value = value - 120000 WHERE name = ?", .id("committed_at"))
    var bytes = try Array(Data(contentsOf: URL(filePath: path + ".guard")))
    let time = bytes[24...].reduce(0) { $0 << 8 | Int64($1) } - 120_000
    bytes.replaceSubrange(24..., with: withUnsafeBytes(of: time.bigEndian) { Array($0) })
    putBack(bytes, at: path + ".guard")
  }

  @Test("An older copy in the old place is noticed, whatever its age", arguments: [1, 2, 5])
  func older(age: Int) throws {
    try write()
    let copy = try folder.read("keys.db")
    for _ in 0..<age { try write() }
    putBack(copy, at: folder.path("keys.db"))
    #expect(try open().wasPutBack)
    #expect(try !open().wasPutBack, "it is said once")
  }

  @Test("A copy with its guard in another folder, and a database without a guard, are noticed")
  func copied() throws {
    try write()
    let copy = try folder.read("keys.db")
    try folder.write(copy, to: "other.db")
    try folder.write(try folder.read("keys.db.guard"), to: "other.db.guard")
    #expect(try open("other.db").wasPutBack)
    #expect(try !open().wasPutBack)
    unlink(folder.path("keys.db.guard"))
    #expect(try open().wasPutBack)
  }

  @Test("A database put back together with its guard is noticed by the time at which the guard was written")
  func bothPutBack() throws {
    try write()
    let files = ["keys.db", "keys.db.guard"]
    let copies = try files.map { try folder.read($0) }
    for _ in 0..<2 { try write() }
    func putBoth() { for (name, copy) in zip(files, copies) { putBack(copy, at: folder.path(name)) } }
    putBoth()
    #expect(try !open().wasPutBack, "so soon after the commit, the disk may have been slow")
    putBoth()
    // As if the copies were two minutes old.
    try makeOlder(folder.path("keys.db"))
    #expect(try open().wasPutBack)
    #expect(try !open().wasPutBack, "it is said once")
  }

  @Test("A guard of an earlier version, without the time, counts the same")
  func formerGuard() throws {
    try write()
    putBack(Array(try folder.read("keys.db.guard").prefix(24)), at: folder.path("keys.db.guard"))
    #expect(try !open().wasPutBack)
    #expect(try folder.read("keys.db.guard").count == 24, "nothing was committed")
    try write()
    #expect(try folder.read("keys.db.guard").count == 32)
    #expect(try !open().wasPutBack)
  }

  @Test("A transaction that fails at its commit, long after the last one, is not taken for a restored file")
  func failedCommit() async {
    await #expect(processExitsWith: .success) {
      let tests = try KeyDatabaseTests()
      faulty_install()
      faulty_plan(-1, 0)
      do {
        let database = try tests.open(system: String(cString: faulty_name))
        try database.transaction { () throws(MachineError) in try database.settings.set("x", 1) }
        try tests.makeOlder(tests.folder.path("keys.db"))
        faulty_limit(0)
        var hasFailed = false
        do throws(MachineError) {
          try database.transaction { () throws(MachineError) in try database.settings.set("x", 2) }
        } catch { hasFailed = true }
        try #require(hasFailed)
        faulty_limit(-1)
        try #require(try database.settings.integer("x") == 1)
      }
      try #require(try !tests.open().wasPutBack)
    }
  }

  @Test("Restored files are noticed again if the transaction that drops their sessions fails")
  func failedForgetting() async {
    await #expect(processExitsWith: .success) {
      faulty_install()
      faulty_plan(-1, 0)
      for change in ["both restored", "no guard", "another guard"] {
        let tests = try KeyDatabaseTests()
        let path = tests.folder.path("keys.db")
        try tests.write()
        switch change {
        case "both restored": try tests.makeOlder(path)
        case "no guard": unlink(path + ".guard")
        default:
          _ = try tests.open("other.db")
          try tests.folder.write(try tests.folder.read("other.db.guard"), to: "keys.db.guard")
        }
        faulty_limit(0)
        for _ in 0..<2 {
          var error: MachineError?
          do { _ = try tests.open(system: String(cString: faulty_name)) } catch let fault as MachineError {
            error = fault
          }
          try #require(error != nil, "\(change)")
        }
        faulty_limit(-1)
        try #require(try tests.open().wasPutBack, "\(change)")
        try #require(try !tests.open().wasPutBack, "\(change): it is said once")
      }
    }
  }

  @Test("After a change of the guard's mode, what others have sent meanwhile is still readable")
  func changedMode() throws {
    let world = try TestWorld(seed: 33)
    let anna = try world.add("@anna:x", "A")
    let ben = try world.add("@ben:x", "B")
    try world.syncAll()
    try anna.send("before", to: world.room)
    try ben.sync()
    ben.kill()
    try makeOlder(ben.path)
    try anna.machine().discardSession(room: world.room)
    let night = try anna.send("in the night", to: world.room)
    chmod(ben.path + ".guard", 0o600)
    #expect(try ben.machine().wasPutBack)
    try ben.sync()
    #expect(ben.read[night] == "in the night", "\(ben.failed)")
    let answer = try ben.send("in the morning", to: world.room)
    try anna.sync()
    #expect(anna.read[answer] == "in the morning", "\(anna.failed)")
    #expect(try KeyUse(world.server).usedTwice.isEmpty)
  }

  @Test("Sessions of an older database go to the user whose they were, not to one who has the same key")
  func migration() throws {
    let old = try Connection<MachineError>(path: folder.path("old.db"))
    try old.migrate(from: 0, by: [Migration.keys[0]]) { () throws(MachineError) in }
    let run = { (sql: String) throws in try old.run(sql) }
    for user in ["@aaa:evil", "@anna:x"] {
      try run("INSERT INTO device VALUES (CAST('\(user)' AS BLOB), x'01', x'0A', x'02', 1, x'00')")
    }
    try run("INSERT INTO peer VALUES (x'0A', CAST('@anna:x' AS BLOB), x'01', 0, 0, 0, 0)")
    try run("INSERT INTO olm_session VALUES (x'0A', x'05', 3, x'06')")
    try run("INSERT INTO olm_session VALUES (x'0B', x'07', 4, x'08')")
    try run("INSERT INTO replay VALUES (1, 2, x'03')")
    try old.migrate(from: 1, by: Migration.keys) { () throws(MachineError) in }
    let owners = try old.first("SELECT group_concat(CAST(user AS TEXT)) FROM olm_session") { $0.text(0) }
    #expect(owners == "@anna:x")
    #expect(try old.first("SELECT count(*) FROM replay") { $0.integer(0) } == 0)
  }

  @Test("The guard of another database is noticed")
  func otherGuard() throws {
    try write()
    _ = try open("other.db")
    try folder.write(try folder.read("other.db.guard"), to: "keys.db.guard")
    #expect(try open().wasPutBack)
  }

  @Test(
    "After an older database all sessions are new, old keys of the server are used up, and others get new sessions"
  )
  func recovery() throws {
    let world = try TestWorld(seed: 31)
    let anna = try world.add("@anna:x", "A")
    let ben = try world.add("@ben:x", "B")
    try world.syncAll()
    try anna.send("one", to: world.room)
    try ben.sync()
    try ben.send("two", to: world.room)
    try anna.sync()
    anna.kill()
    try anna.machine().database.connection.eraseJournal(patience: 1000)
    anna.kill()
    let copy = try anna.folder.read("keys.db")
    // Others use up keys, and new ones are made, which the copy does not know.
    world.server.devices[anna.address]?.oneTimeKeys.removeLast(40)
    for _ in 0..<3 { try anna.sync() }
    #expect(server(world, anna).count == 50)
    let third = try anna.send("three", to: world.room)
    let stranger = try Attacker("@stranger:x", "S", on: world.server, seed: 5)
    var payload = try stranger.payload(node(#"{"n":1}"#), to: anna)
    payload.type = "test.ping"
    let first = try stranger.encrypt(payload, to: anna)
    func deliver() throws {
      world.server.deliver("m.room.encrypted", first, from: "@stranger:x", to: anna.address)
      try anna.sync()
    }
    try deliver()
    anna.kill()
    putBack(copy, at: anna.path)
    let oldKeys = server(world, anna)
    #expect(try anna.machine().wasPutBack)
    try anna.sync()
    #expect(server(world, anna).isDisjoint(with: oldKeys) && server(world, anna).count == 50)
    let fourth = try anna.send("four", to: world.room)
    try ben.sync()
    let fifth = try ben.send("five", to: world.room)
    try anna.sync()
    #expect(ben.read[third] == "three" && ben.read[fourth] == "four", "\(ben.failed)")
    #expect(anna.read[fifth] == "five", "\(anna.failed)")
    #expect(try KeyUse(world.server).usedTwice.isEmpty)
    // The copy has the one-time key that this message has used up since.
    try deliver()
    #expect(anna.effects.flatMap(\.messages).filter { $0.type == "test.ping" }.count == 1)
    #expect(world.server.refusals == 0 && world.server.reusedIDs.isEmpty, "an id was used twice")
  }

  private func server(_ world: TestWorld, _ device: TestDevice) -> Set<String> {
    Set((world.server.devices[device.address]?.oneTimeKeys ?? []).map(\.id))
  }

  @Test("No text, no room key and no private key is readable in any file")
  func nothingReadable() throws {
    let world = try TestWorld(seed: 32)
    let anna = try world.add("@anna:x", "A")
    let ben = try world.add("@ben:x", "B")
    try world.syncAll()
    let id = try anna.send("The words nobody else may find", to: world.room)
    let prepared = try anna.machine().encrypt(
      room: world.room, for: anna.audience(world.room), type: "m.room.message",
      content: node(#"{"body":"Other words that wait"}"#), transaction: "waits")
    #expect(!prepared.isEmpty)
    try ben.sync()
    #expect(ben.read[id] != nil)
    for device in [anna, ben] {
      let database = try device.machine().database
      var secrets: [[UInt8]] = [Array("The words".utf8), Array("Other words".utf8)]
      for text in try keys(in: database) { secrets += [text.array, try Base64.decode(text).array] }
      let account = try OwnDevice(database: database).account()
      secrets += [account.identity.secret.array, account.signing.secret.array]
      for name in try device.folder.names {
        let bytes = Data(try device.folder.read(name))
        for secret in secrets { #expect(bytes.range(of: Data(secret)) == nil, "\(name)") }
      }
    }
  }

  private func keys(in database: KeyDatabase) throws -> [Secret] {
    try RoomKeyStore(database: database).keysToBackUp(100).map {
      try $0.session.exportedForm(from: $0.session.firstKnownIndex)
    }
  }
}
