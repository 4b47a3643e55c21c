import EncryptionTestSupport
import JSON
import MachineTestSupport
import SQLite
import TestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("Changed answers of a server")
struct MutationTests {
  /// Changes some bytes of a text, or moves, doubles or drops a part of it.
  private struct Mutator {
    var random = SeededGenerator(seed: TestSeed.value)

    mutating func change(_ text: [UInt8]) -> [UInt8] {
      var text = text
      for _ in 0...random.below(3) {
        guard text.count > 4 else { return text }
        let place = random.below(text.count - 1)
        let end = min(text.count, place + 1 + random.below(40))
        switch random.below(6) {
        case 0: text[place] = UInt8(truncatingIfNeeded: random.next())
        case 1: text.removeSubrange(place..<end)
        case 2: text.insert(contentsOf: text[place..<end], at: random.below(text.count))
        case 3: text[place] = random.one(of: Array("{}[]\",:0\\ntAB=".utf8))
        case 4:
          text.replaceSubrange(
            place..<end,
            with: random.one(of: [Array("null".utf8), Array("[]".utf8), Array("{}".utf8), Array("\"\"".utf8)])
          )
        default: text.swapAt(place, random.below(text.count))
        }
      }
      return text
    }

    /// A changed text that is JSON at least.
    mutating func json(_ text: [UInt8]) -> JSONNode? {
      for _ in 0..<20 {
        if let document = try? JSONDocument(change(text)) { return document.root }
      }
      return nil
    }
  }

  @Test("Answers with changed parts throw nothing but for their token, and a right one afterwards is taken")
  func answers() throws {
    let world = try TestWorld(seed: 120)
    let anna = try world.add("@anna:x", "A")
    let ben = try world.add("@ben:x", "B")
    try world.syncAll()
    let id = try anna.send("text", to: world.room)
    let sync = try Array(world.server.sync(ben.address, since: ben.since).raw)
    let event = try #require(world.server.events.first { $0.id == id })
    var mutator = Mutator()
    for _ in 0..<1500 {
      if let changed = mutator.json(sync) {
        do { _ = try ben.machine().take(sync: changed, since: ben.since) } catch MachineError.malformedAnswer
        {}
      }
      if let changed = mutator.json(event.content) {
        let encrypted = EncryptedEvent(room: world.room, id: "$x", sender: "@anna:x", content: changed)
        _ = try ben.machine().decrypt([encrypted])
      }
    }
    for _ in 0..<400 {
      let requests = try ben.machine().requests() + anna.machine().requests()
      try ben.machine().refresh(["@anna:x", "@ben:x"])
      for request in requests {
        let answer = try world.server.perform(request.request, from: ben.address).answer
        guard let changed = mutator.json(Array(answer.raw)) else { continue }
        try ben.machine().take(answer: changed, to: request)
      }
    }
    // A device id that once had other keys stays refused, which a changed answer can bring about. So the lists begin anew.
    let database = try ben.machine().database
    try database.transaction { () throws(MachineError) in
      try database.connection.run("DELETE FROM device")
      try database.connection.run("DELETE FROM identity")
    }
    try ben.machine().refresh(["@anna:x", "@ben:x"])
    try ben.upkeep()
    let next = try anna.send("next", to: world.room)
    try anna.machine().discardSession(room: world.room)
    let last = try anna.send("last", to: world.room)
    try ben.sync()
    #expect(ben.read[next] == "next" && ben.read[last] == "last", "\(ben.failed), seed \(TestSeed.value)")
    let answerToAnna = try ben.send("to you", to: world.room)
    try anna.sync()
    #expect(anna.read[answerToAnna] == "to you", "\(anna.failed)")
  }
}
