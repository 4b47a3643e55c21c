import ChatControllers
import ChatDomain
import ChatPlatform
import DraftEngine
import Foundation
import InMemoryService
import LocalStorage
import Testing

/// The samples of the article "A real client", word for word; `QuotedSampleTests` compares them.
@Suite("A real client")
@MainActor final class RealClientTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "inkwell-client-\(UUID())")

  deinit {
    do { try FileManager.default.removeItem(at: folder) } catch { Issue.record("\(folder) stays: \(error)") }
  }

  @Test("With the system clock, files on disk and a store, a message with a file arrives")
  func sends() async throws {
    let town = InMemoryChatService(clock: RunningClock())
    let service = await town.device(user: "mia", id: "laptop")
    _ = try await service.createChannel(NewChannel(id: "general", type: .group))

    let clock = RunningClock()
    let store = try await SQLiteStore.open(profile: folder.path, clock: clock).store
    let client = ChatClient(service: service, store: store, clock: clock, files: DiskFiles())

    try await client.start()
    let plan = folder.appending(path: "plan.txt").path
    try Data("Meet at noon".utf8).write(to: URL(filePath: plan))
    let draft = try client.messageDraft(for: DraftKey(channelId: "general"))
    draft.update(text: "The plan")
    draft.files = [InputFile(path: plan)]
    try await draft.send()

    let sent = try #require(try await service.messages(MessageQuery(channelId: "general")).elements.last)
    let file = try #require(sent.files.first)
    #expect(sent.text == "The plan" && file.name == "plan.txt" && file.mimeType == "text/plain")
    #expect(try await service.download(file.id, 0..<file.size) == Array("Meet at noon".utf8))
    draft.update(text: "and one that is not there")
    draft.files = [InputFile(path: plan + ".none")]
    await #expect(throws: OutboxError.failed(.refused(.fileUnreadable(name: "plan.txt.none")))) {
      try await draft.send()
    }
    #expect(draft.text == "and one that is not there" && draft.files.count == 1)
    try await client.stop()
    #expect(try await store.drafts().map(\.content.text) == ["and one that is not there"])
  }
}
