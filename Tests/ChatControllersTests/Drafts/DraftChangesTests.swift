import ChatDomain
import ChatTestSupport
import DraftEngine
import InMemoryService
import Testing

@testable import ChatControllers

@Suite("Draft changes as a sequence", .watched)
struct DraftChangesTests {
  /// Reads a sequence and records the texts.
  private final class Reader {
    private(set) var texts: [String] = []
    private(set) var isOver = false
    private var task: Task<Void, Never>?

    init(_ draft: MessageDraft) {
      let changes = draft.changes()
      task = Task {
        for await change in changes { texts.append(change.elements.text) }
        isOver = true
      }
    }

    func cancel() { task?.cancel() }
  }

  @Test("A reader that keeps up receives each change since it subscribed")
  func each() async throws {
    let draft = try await DraftWorld().client().draft()
    draft.update(text: "before")
    let reader = Reader(draft)
    await settle(turns: 20)
    #expect(reader.texts.isEmpty)
    for text in ["a", "ab", ""] {
      draft.update(text: text)
      await settle("the change", until: { reader.texts.last == text })
    }
    #expect(reader.texts == ["a", "ab", ""])
  }

  @Test("A slow reader receives the current draft instead of old changes")
  func latest() async throws {
    let draft = try await DraftWorld().client().draft()
    let changes = draft.changes()
    for length in 1...2000 { draft.update(text: String(repeating: "a", count: length)) }
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.elements.text.count == 2000)
    draft.update(text: "later")
    #expect(await iterator.next()?.elements.text == "later")
  }

  @Test("Two readers receive the same, and one that stops does not affect the other")
  func two() async throws {
    let draft = try await DraftWorld().client().draft()
    let (one, other) = (Reader(draft), Reader(draft))
    draft.update(text: "both")
    await settle("both", until: { one.texts == ["both"] && other.texts == ["both"] })
    one.cancel()
    await settle("the end", until: { one.isOver })
    draft.update(text: "one is left")
    await settle("the other", until: { other.texts == ["both", "one is left"] })
    #expect(one.texts == ["both"] && !other.isOver)
  }

  @Test("Two drafts of one place report the same, whichever is edited")
  func samePlace() async throws {
    let client = try await DraftWorld().client()
    let (shown, edited) = (try client.draft(), try client.draft())
    let reader = Reader(shown)
    edited.update(text: "elsewhere")
    await settle("the change", until: { reader.texts == ["elsewhere"] })
  }

  @Test("It ends with the draft")
  func closed() async throws {
    let client = try await DraftWorld().client()
    var draft: MessageDraft? = try client.draft()
    let reader = try Reader(#require(draft))
    draft?.update(text: "the last words")
    draft = nil
    await settle("the end", until: { reader.isOver })
    #expect(reader.texts == ["the last words"])
    try client.draft().update(text: "of another object")
    await settle(turns: 20)
    #expect(reader.texts == ["the last words"])
  }

  @Test("The article's example shows typed text until its reader stops")
  func sample() async throws {
    let client = try await DraftWorld().client()
    var shown: [[MessageElement]] = []
    func updateUI(with elements: [MessageElement]) { shown.append(elements) }
    var isOver = false
    let edited = try client.draft()
    let reading = Task {
      let messageDraft = try client.draft()
      for await change in messageDraft.changes() {
        updateUI(with: change.elements)
      }
      isOver = true
    }
    await settle(turns: 20)
    edited.update(text: "typed")
    await settle("the text", until: { shown == [[.plainText(text: "typed")]] })
    reading.cancel()
    await settle("the end", until: { isOver })
  }

  @Test("Suggestions for the latest change can be requested, and earlier requests are superseded")
  func suggestions() async throws {
    let world = try await DraftWorld()
    let device = await world.device()
    let draft = try await world.client().draft()
    var iterator = draft.changes().makeAsyncIterator()
    draft.update(text: "@a")
    let old = try #require(await iterator.next())
    draft.update(text: "@alex")
    let new = try #require(await iterator.next())
    #expect(device.requestCounts[.findUsers] == nil)
    await #expect(throws: ChatError.cancelled) { try await old.suggestedMentions.async() }
    #expect(try await new.suggestedMentions.async().first?.target == .user(userId: "alex_d"))
  }

  @Test("Without readers no changes are computed")
  func nobody() async throws {
    let draft = try await DraftWorld().client().draft()
    #expect(!draft.hasReaders)
    var changes: AsyncStream<MessageDraftUpdate>? = draft.changes()
    #expect(draft.hasReaders)
    withExtendedLifetime(changes) {}
    changes = nil
    await settle("the release", until: { !draft.hasReaders })
  }
}
