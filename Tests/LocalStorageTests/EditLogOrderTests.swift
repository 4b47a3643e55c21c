import ChatDomain
import DraftEngine
import Testing

@testable import LocalStorage

@Suite("Edits, batches and folds in the log of edits")
struct EditLogOrderTests {
  private let folder: TemporaryFolder
  private let log: EditLog
  private let clock = StoppedClock(now: Timestamp(seconds: 1_790_000_000))

  init() throws {
    folder = try TemporaryFolder()
    log = EditLog(path: folder.path + "/edits")
    log.begin(after: 0, at: clock.now, settingAside: nil, lock: nil)
  }

  private func edit(_ text: String, in channel: ChannelID = "general") -> StoreChange {
    .saveDraft(
      StoredDraft(
        key: DraftKey(channelId: channel), content: DraftContent(elements: [.plainText(text: text)]),
        createdAt: clock.now, updatedAt: clock.now))
  }

  @Test("While a batch is on its way to the tables, the log takes no edit")
  func batch() {
    log.beginBatch()
    #expect(!log.take([edit("typed")]))
    #expect(log.waiting.isEmpty)
    log.endBatch()
    #expect(log.take([edit("typed")]))
  }

  @Test("Edits taken while earlier ones are folded stay in the log, and the next fold has them")
  func whileFolding() throws {
    #expect(log.take([edit("one"), edit("other", in: "offtopic")]))
    let folded = log.unfolded
    #expect(log.take([edit("one two")]))
    log.didFold(folded, isOnDisk: true)
    #expect(log.unfolded.changes == [edit("one two")])
    let replay = try log.replay()
    #expect(replay.last == log.unfolded.last)
  }

  @Test("The log is synced in place of a fold only after new edits")
  func pause() {
    #expect(!log.syncIfEditsGoOn())
    #expect(log.take([edit("one")]))
    #expect(log.syncIfEditsGoOn())
    #expect(!log.syncIfEditsGoOn(), "a pause in the typing folds them")
    #expect(log.take([edit("one two")]))
    #expect(log.syncIfEditsGoOn())
  }
}
