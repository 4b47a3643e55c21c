import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import InMemoryService
import Testing

@testable import ChatUI

@Suite struct DirectoryPanelTests {
  /// Records the choice.
  private final class Chosen {
    var channels: [ListedChannel] = []
  }

  private let chosen = Chosen()

  private func open(_ world: PanelWorld, _ text: String = "") -> ListPanel<DirectorySource> {
    let knocks = KnockListController(client: world.context.client)
    let source = DirectorySource(client: world.context.client, knocks: knocks) { [chosen] in
      chosen.channels.append($0)
    }
    return world.open(source, text)
  }

  /// Creates open channels of Ana's, with descending sizes.
  private func make(_ names: [String], _ world: PanelWorld) async throws {
    let ana = await world.service.device(user: "ana", id: "sender")
    for name in names {
      _ = try await ana.createChannel(
        NewChannel(id: ChannelID(name), name: name, type: .public, topic: "About \(name)\nand more"))
    }
    if let first = names.first {
      _ = try await world.service.device(user: "alex", id: "sender").join(ChannelID(first))
    }
  }

  private func requests(_ world: PanelWorld) -> Int { world.desk.requestCounts[.directory] ?? 0 }

  /// Waits for the pause after typing.
  private func pause(_ world: PanelWorld) async {
    await world.settle()
    world.clock.advance(by: DirectorySource.pause)
    await world.settle()
  }

  @Test("It lists public channels and those already joined") func listing() async throws {
    let world = try await PanelWorld()
    try await make(["apples", "pears"], world)
    let panel = open(world)
    #expect(panel.note == "loading…")
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["apples", "lobby", "pears"])
    #expect(panel.rows.map(\.trailing) == ["2 people", "joined · 1 person", "1 person"])
    let details = ["chat:apples · About apples", "chat:lobby", "chat:pears · About pears"]
    #expect(panel.rows.map(\.detail) == details)
    _ = panel.perform(.next)
    #expect(panel.perform(.accept) == .close)
    #expect(chosen.channels.map(\.id) == ["lobby"] && chosen.channels[0].isMember)
  }

  @Test("The query is sent once, after a pause") func typing() async throws {
    let world = try await PanelWorld()
    try await make(["apples", "pears"], world)
    let panel = open(world)
    await world.until { !panel.rows.isEmpty }
    #expect(requests(world) == 1)
    for letter in ["p", "e", "a"] {
      _ = panel.type(letter)
      await world.settle()
    }
    #expect(requests(world) == 1)
    await pause(world)
    #expect(requests(world) == 2 && panel.texts == ["pears"])
    // Another blank sends no request.
    _ = panel.type(" ")
    await pause(world)
    #expect(requests(world) == 2)
    _ = panel.type("x")
    await pause(world)
    #expect(panel.texts.isEmpty && panel.note == "nothing found")
  }

  @Test("Only the answer to the last query counts") func late() async throws {
    let world = try await PanelWorld()
    try await make(["apples", "pears"], world)
    await world.slowDown(.seconds(10))
    let panel = open(world, "apples")
    await world.settle()
    _ = panel.type(" x")
    _ = panel.edit(.killToLineStart, KillRing())
    _ = panel.type("pears")
    await world.letTimePass()
    #expect(panel.texts == ["pears"])
  }

  @Test("A word with @ asks another server, and Tab switches back and forth") func servers() async throws {
    let world = try await PanelWorld()
    try await make(["apples"], world)
    let panel = open(world, "app @other.org")
    await world.until { panel.note?.hasPrefix("other.org") == true }
    #expect(panel.note == "other.org: there is no server other.org")
    _ = panel.perform(.toggle)
    await pause(world)
    #expect(panel.texts == ["apples"] && panel.query == "app")
    _ = panel.perform(.toggle)
    await pause(world)
    #expect(panel.query == "app @other.org" && panel.texts.isEmpty)
    let other = open(world)
    await world.settle()
    _ = other.perform(.toggle)
    #expect(
      other.query == "@" && other.note == "name a server, such as @matrix.org" || !other.rows.isEmpty
    )
  }

  @Test("The end of the list loads more rows, each once") func paging() async throws {
    let world = try await PanelWorld()
    try await make((100..<170).map { "c\($0)" }, world)
    let panel = open(world)
    await world.until { panel.rows.count == 50 }
    _ = panel.perform(.last)
    await world.until { panel.rows.count == 71 }
    #expect(Set(panel.texts).count == 71 && panel.chosen == "c149")
    _ = panel.perform(.last)
    await world.settle()
    #expect(requests(world) == 2)
  }

  @Test("Offline it says so, and asks again when online") func offline() async throws {
    let world = try await PanelWorld()
    try await make(["apples"], world)
    await world.goOffline()
    let panel = open(world)
    await world.until { panel.note == "there is no connection" }
    await world.goOnline()
    await world.until { !panel.rows.isEmpty }
    #expect(panel.texts == ["apples", "lobby"])
  }

  @Test("A closed panel sends no requests") func closing() async throws {
    let world = try await PanelWorld()
    let panel = open(world)
    await world.settle()
    _ = panel.type("x")
    await world.settle()
    panel.close()
    await pause(world)
    #expect(requests(world) == 1)
  }
}

@Suite struct DirectoryWordsTests {
  @Test(
    "The last word with @ names the server",
    arguments: [
      ("", "", nil), ("two  words", "two words", nil), ("a @x.org b", "a b", "x.org"), ("@", "", nil),
      ("@x @y z", "@x z", "y"), ("mail@x", "mail@x", nil),
    ] as [(String, String, String?)])
  func parsing(_ sample: (query: String, words: String, server: String?)) {
    let query = DirectoryWords(sample.query)
    #expect(query.words == sample.words && query.server == sample.server)
  }
}
