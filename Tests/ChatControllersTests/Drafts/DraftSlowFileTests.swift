import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers
@testable import ChatSync

/// A file whose size is slow to read delays only its own message.
@Suite(.watched) struct DraftSlowFileTests {
  let world: DraftWorld
  let store = InMemoryStore()
  let reader = HeldFileReader()

  init() async throws { world = try await DraftWorld() }

  /// A client that is sending a message whose file is still being read.
  private func sending() async throws -> (ChatClient, MessageDraft, Task<Timetoken, any Error>) {
    let client = ChatClient(service: await world.device(), store: store, clock: world.clock, files: reader)
    try await client.start()
    await settle { client.connection == .online && client.engine.drafts.publisher.catchingUp == nil }
    let draft = try client.draft()
    draft.update(text: "with a file")
    draft.files = [InputFile(name: "f", type: "t", source: .path("f"))]
    try await client.flush()
    let task = Task { try await draft.send() }
    await reader.untilAsked()
    #expect(draft.text.isEmpty && draft.files.isEmpty)
    return (client, draft, task)
  }

  @Test(
    "Text typed meanwhile is saved, and the text being sent stays stored until the outbox has it"
  )
  func stores() async throws {
    let (client, draft, task) = try await sending()
    let lobby = try client.draft(for: DraftWorld.lobby, type: .public)
    lobby.update(text: "elsewhere")
    draft.update(text: "next")
    await settle { (try? await store.draft(for: lobby.key)?.content.text) == "elsewhere" }
    await settle { (try? await store.draft(for: draft.key)?.content.text) == "with a file\nnext" }
    #expect(try await store.draft(for: draft.key)?.inputFiles.map(\.name) == ["f"])
    // As after a kill: the next process has all text in the composer.
    let next = await world.client(store: store)
    try await next.engine.drafts.saver.load()
    #expect(try next.draft().text == "with a file\nnext" && next.draft().files.count == 1)
    await reader.release()
    _ = try await task.value
    try await client.flush()
    #expect(draft.text == "next")
    #expect(try await store.draft(for: draft.key)?.content.text == "next")
    #expect(try await store.draft(for: draft.key)?.inputFiles.isEmpty == true)
    try await client.stop()
  }

  @Test("Publishing all drafts ends after a time limit, and so does a stop")
  func ends() async throws {
    let (client, draft, task) = try await sending()
    let lobby = try client.draft(for: DraftWorld.lobby, type: .public)
    lobby.update(text: "elsewhere")
    var isTold = false
    let telling = Task {
      await client.publishDrafts()
      isTold = true
    }
    await settle()
    world.clock.advance(by: client.configuration.firstRetryDelay * 4)
    await settle { isTold }
    #expect(try await world.device("phone").draft(for: lobby.key)?.text == "elsewhere")
    var isStopped = false
    let stopping = Task {
      try await client.stop()
      isStopped = true
    }
    await settle { isStopped }
    #expect(try await store.draft(for: draft.key)?.content.text == "with a file")
    task.cancel()
    await reader.release()
    await telling.value
    try await stopping.value
    await settle { (try? await store.outbox().map(\.message.text)) == ["with a file"] }
    #expect(try await store.draft(for: draft.key)?.content.text != "with a file")
  }
}
