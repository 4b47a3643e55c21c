import Ciphers
import CrossSigning
import EncryptionTestSupport
import Foundation
import JSON
import MachineTestSupport
import TestSupport
import Testing

@testable import EncryptionMachine
@testable import Olm

@Suite("A program that is killed", .serialized)
struct CrashTests {
  /// One talk: each step is tried until it succeeds, as a service with an outbox does.
  private struct Script {
    let world: TestWorld
    let anna: TestDevice
    let ben: TestDevice
    var kills = 0

    /// - Parameter operations: of Anna's database before she is killed, each time she starts.
    init(killedAfter operations: Int?) throws {
      world = try TestWorld(seed: 47)
      ben = try world.add("@ben:x", "B")
      anna = try TestDevice(
        "@anna:x", "A", on: world.server, seed: 4711, clock: world.clock, system: KillPoint.system)
      (anna.isKilledNow, anna.restore) = ({ KillPoint.isKilled }, { try KillPoint.restore() })
      world.devices.append(anna)
      try world.server.makeIdentity(of: "@anna:x")
      KillPoint.arm(anna.path, after: operations ?? 0)
    }

    mutating func step(_ body: () throws -> Void) throws {
      for _ in 0..<3 {
        do { return try body() } catch is Killed { kills += 1 }
      }
      throw Killed()
    }

    mutating func run() throws {
      let (anna, ben, world) = (anna, ben, world)
      try step { try anna.upkeep() }
      try world.server.signDevice(anna.address)
      world.server.join("@anna:x", world.room)
      try step { try anna.sync() }
      try ben.sync()
      for round in 1...3 {
        try step { try anna.send("anna \(round)", to: world.room, transaction: "m\(round)") }
        world.server.deliver("test.ping", try node("{\"n\":\(round)}"), from: "@ben:x", to: anna.address)
        try ben.sync()
        try ben.send("ben \(round)", to: world.room)
        try step { try anna.sync() }
        if round == 2 {
          // A new session of the room, and one more turn of each ratchet.
          try step { try anna.call { try $0.discardSession(room: world.room) } }
          try ben.machine().discardSession(room: world.room)
        }
      }
      KillPoint.disarm()
      try step { try anna.sync() }
      try ben.sync()
    }
  }

  /// Numbers of operations to be killed at. `CRASH=all` takes each; otherwise some 20, others for another seed.
  private static func kills(of total: Int) -> [Int] {
    if ProcessInfo.processInfo.environment["CRASH"] == "all" { return Array(1...total) }
    let step = max(1, total / 20)
    return Array(stride(from: 1 + Int(TestSeed.value % UInt64(step)), through: total, by: step))
  }

  @Test(
    "A kill at any operation of the store loses no message, uses no key twice and handles no message twice")
  func anyOperation() throws {
    var whole = try Script(killedAfter: nil)
    try whole.run()
    let total = KillPoint.operations
    try check(whole)
    #expect(total > 300)
    var kills = 0
    for number in Self.kills(of: total) {
      var script = try Script(killedAfter: number)
      do { try script.run() } catch { Issue.record("killed at \(number) of \(total): \(error)") }
      try check(script, killedAt: number)
      kills += script.kills
    }
    // The last operations may belong to calls that were never made.
    #expect(kills > 15, "only \(kills) kills, seed \(TestSeed.value)")
  }

  private func check(_ script: Script, killedAt number: Int = 0) throws {
    let expected = Set((1...3).flatMap { ["anna \($0)", "ben \($0)"] })
    for device in [script.anna, script.ben] {
      #expect(
        device.read.count == 6 && Set(device.read.values) == expected,
        "\(device.address.user) after \(number): \(device.read) \(device.failed)")
    }
    var pings: [Int] = []
    for message in script.anna.effects.flatMap(\.messages) {
      pings.append(message.content["n"]?.integer ?? 0)
    }
    #expect(Set(pings).count == pings.count, "handled twice after \(number): \(pings)")
    #expect(!script.anna.effects.contains { $0.refusals.contains(.undecryptable) }, "after \(number)")
    #expect(try KeyUse(script.world.server).usedTwice.isEmpty, "after \(number)")
  }
}
