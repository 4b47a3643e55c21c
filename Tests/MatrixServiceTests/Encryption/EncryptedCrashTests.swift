import ChatDomain
import Foundation
import HTTPTransport
import InMemoryService
import JSON
import MachineTestSupport
import SQLite
import TestSupport
import Testing

@testable import MatrixService

@Suite("A program that is killed with its cache and its keys")
struct EncryptedCrashTests {
  @Test(
    "A kill at any operation of the cache or the keys loses no message, uses no key twice and leaves no position ahead of the keys"
  )
  func anyOperation() async {
    await #expect(processExitsWith: .success) {
      // An error that is thrown here would be told nowhere.
      do { try await KilledTalk.killAnywhere() } catch { Issue.record("\(error)") }
    }
  }
}

/// One talk of Ann, who is killed, and Ben: each step is tried until it succeeds, as the outbox and the sync loop do.
private final class KilledTalk {
  private let desk: EncryptedDesk
  private let number: Int
  private(set) var kills = 0

  /// Numbers of operations to be killed at. `CRASH=all` takes each; otherwise some 5, others for another seed.
  static func kills(of total: Int) -> [Int] {
    if ProcessInfo.processInfo.environment["CRASH"] == "all" { return Array(1...total) }
    let step = max(1, total / 5)
    return Array(stride(from: 1 + Int(TestSeed.value % UInt64(step)), through: total, by: step))
  }

  static func killAnywhere() async throws {
    try FolderKill.install()
    let whole = try await KilledTalk(killedAfter: 0)
    try await whole.run()
    try await whole.check()
    let total = FolderKill.operations
    #expect(total > 200)
    let numbers = kills(of: total)
    var count = 0
    for number in numbers {
      let talk = try await KilledTalk(killedAfter: number)
      do { try await talk.run() } catch { throw Unexpected("killed at \(number) of \(total): \(error)") }
      try await talk.check()
      count += talk.kills
    }
    // The last operations may be made by no call.
    #expect(count > numbers.count / 2, "\(count) of \(numbers.count) kills, seed \(TestSeed.value)")
  }

  /// - Parameter number: of the operation before which Ann is killed; 0: never.
  init(killedAfter number: Int) async throws {
    self.number = number
    desk = try await EncryptedDesk(seed: 48)
    desk.server.ignoreRequests { FolderKill.isKilled }
    FolderKill.arm(desk.desk.folder.path("cache"), after: number)
  }

  private func step(_ body: () async throws -> Void) async throws {
    var last: (any Error)?
    for _ in 0..<6 {
      last = nil
      do { try await body() } catch { last = error }
      if FolderKill.isKilled {
        kills += 1
        try await desk.restart { _ in try FolderKill.restore() }
        try await checkPositions()
      } else if let error = last as? ChatError, error.canSucceedLater {
        desk.desk.clock.advance(by: .seconds(60))
      } else if let last {
        throw last
      } else {
        return
      }
    }
    throw Unexpected("no success: \(String(describing: last))")
  }

  func run() async throws {
    for round in 1...2 {
      try await step { try await desk.send("ann \(round)", TransactionID("m\(round)"), isEncrypted: true) }
      try desk.say("$ben\(round)", EncryptedDesk.text("ben \(round)"), holdsKey: round == 2)
      try await step { try await desk.settle() }
      if round == 2 {
        // The key comes after its message.
        try desk.world { try $0.release() }
        desk.server.nudge()
        try await step { try await desk.settle() }
      }
      // Ben answers in the same session, which turns its ratchets.
      _ = try desk.read()
      try await step { try await desk.service.discardSession(of: Said.hill) }
    }
    FolderKill.disarm()
    try await step { try await desk.settle() }
    try await step { try await desk.send("ann 3", "m3", isEncrypted: true) }
  }

  /// The keys take each answer of a sync before the cache does.
  private func checkPositions() async throws {
    let (cache, keys) = try await desk.service.positions()
    func numbers(_ position: String?) -> [Int] {
      (position ?? "").split(separator: "~").map { Int($0.drop { !$0.isNumber }) ?? 0 }
    }
    let isAhead = zip(numbers(cache), numbers(keys)).contains { $0 > $1 } || cache != nil && keys == nil
    if isAhead { throw Unexpected("\(cache ?? "") is ahead of the keys, \(keys ?? "nil"), after \(number)") }
  }

  func check() async throws {
    let comment = "after \(number)"
    let heard = try desk.read()
    try #require(heard == ["ann 1", "ann 2", "ann 3"], "\(comment): \(heard)")
    let shown = try await desk.texts()
    try #require(shown.count == 5, "\(comment): \(shown)")
    try #require(Set(shown) == ["ann 1", "ann 2", "ann 3", "ben 1", "ben 2"], "\(comment): \(shown)")
    try #require(!desk.isInClear("ann 1") && !desk.isInClear("ann 2"))
    var uses = try desk.world { try KeyUse($0.server) }
    for request in desk.server.requests where request.url.contains("/send/m.room.encrypted/") {
      try uses.add(event: Array(request.text.utf8))
    }
    try #require(uses.count > 4)
    try #require(uses.usedTwice.isEmpty, "\(comment): \(uses.usedTwice)")
    await desk.desk.close()
    // A message to this device that is handled twice cannot be decrypted the second time, and marks its session as broken.
    let name = try #require(
      try desk.desk.folder.names(in: "cache").first { $0.hasSuffix(".db") && $0.hasPrefix("keys-") })
    let keys = try SQLite.Connection<CacheFault>(path: desk.desk.folder.path("cache/\(name)"))
    let broken = try keys.first("SELECT count(*) FROM peer WHERE is_broken OR repaired_at") { $0.integer(0) }
    try #require(broken == 0, "\(comment): a session is broken")
    // Nothing counts as put back by the kill.
    for await news in desk.service.cacheNews where news == .keysPutBack {
      throw Unexpected("put back \(comment)")
    }
  }
}
