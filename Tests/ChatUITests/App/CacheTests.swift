import ChatControllers
import ChatDomain
import ChatTestSupport
import InMemoryService
import Testing

@testable import ChatUI

@Suite("Pins and presence")
struct CacheTests {
  private let nothingLoaded = LoadedMessages(channelId: "general")

  private func pinnedCount(_ book: PinCache, _ world: PanelWorld) -> Int {
    book.count(beyond: nothingLoaded, at: world.clock.now)
  }

  private func pins() async throws -> (PanelWorld, PinCache) {
    let world = try await PanelWorld()
    return (world, PinCache(context: world.context))
  }

  /// A cache whose request for presence is in flight.
  private func presences() async throws -> (PanelWorld, PresenceCache) {
    let world = try await PanelWorld()
    let book = PresenceCache(context: world.context)
    await world.slowDown(.seconds(10))
    #expect(book.presence(of: "alex") == nil)
    await world.settle()
    return (world, book)
  }

  private func loseAnswers(_ world: PanelWorld) async {
    await world.desk.setFaults(.with { $0.answerLoss = 1 })
  }

  @Test("A pin event received during a request is newer than its answer")
  func pinBesideAnswer() async throws {
    let (world, book) = try await pins()
    let (first, second) = (try await world.say("one"), try await world.say("two"))
    _ = try await world.desk.pin(first.id, in: "general", Pinning())
    await world.slowDown(.seconds(10))
    #expect(pinnedCount(book, world) == 0)
    await world.settle()
    var (taken, pinned) = (first, second)
    taken.pin = nil
    pinned.pin = Pin(by: "alex", at: world.clock.now)
    book.handle(.event(.messageUpdated(taken)))
    #expect(pinnedCount(book, world) == 0)
    book.handle(.event(.messageUpdated(pinned)))
    await world.letTimePass()
    #expect(pinnedCount(book, world) == 1)
    book.handle(.event(.messageUpdated(second)))
    #expect(pinnedCount(book, world) == 0)
  }

  @Test("A channel whose answer was lost is requested again while online")
  func pinsAfterLostAnswer() async throws {
    let (world, book) = try await pins()
    let message = try await world.say("one")
    _ = try await world.desk.pin(message.id, in: "general", Pinning())
    await loseAnswers(world)
    #expect(pinnedCount(book, world) == 0)
    await world.settle()
    await world.desk.setFaults(.none)
    await world.letTimePass()
    #expect(pinnedCount(book, world) == 1)
  }

  @Test("People who become visible during a request are requested too")
  func presenceOfLater() async throws {
    let (world, book) = try await presences()
    #expect(book.presence(of: "ana") == nil)
    await world.letTimePass()
    #expect(book.presence(of: "alex") != nil)
    #expect(book.presence(of: "ana") != nil)
  }

  @Test("An answer from before missed events is discarded, and a lost one requested again")
  func presenceAfterMissedEvents() async throws {
    let (world, book) = try await presences()
    book.handle(.eventsMissed)
    await loseAnswers(world)
    await world.letTimePass()
    #expect(book.presence(of: "alex") == nil)
    await world.desk.setFaults(.none)
    await world.letTimePass()
    #expect(book.presence(of: "alex") != nil)
  }
}
