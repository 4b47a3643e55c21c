import ChatControllers
import ChatDomain
import Composer
import DraftEngine
import InMemoryService
import TerminalRecording
import TerminalScreen
import Testing

@testable import ChatUI

@Suite("Drafts: what the last line says about them", .serialized)
struct DraftNoticeTests {
  /// Mia, who has answered a question of Ana's.
  private func started() async throws -> Scenario {
    let mia = try await Scenario()
    try await mia.say("how so?", by: "ana")
    try await mia.say("what I said", by: "mia")
    return await mia.start()
  }

  @Test(
    "The last line says how a draft that was discarded, replaced or hidden by an edit comes back",
    arguments: [
      ("not yet", "C-x d C-x k", "Draft discarded; C-_ or the history restores it"),
      ("first", "C-c o t h e r C-x h Enter", "Restored; the text it replaced is in the history"),
      ("my draft", "M-s e Escape", "Edit cancelled; the draft is back"),
    ])
  func comesBack(_ typed: String, _ keys: String, _ notice: String) async throws {
    let mia = try await started()
    await mia.type(typed, keys: keys, .notice(notice))
    #expect(try await mia.said().count == 2)
  }

  @Test(
    "A draft that the edit of a message hides is not changed, and the last line says why",
    arguments: [
      ("M-s k r M-s e C-x q", "Finish the edit first; the draft stays as it is"),
      ("M-s e C-x d C-x k", "Not discarded: a message is being edited there"),
      ("C-x d C-x k Escape Up C-x d C-_", "Not restored: a message is being edited there"),
    ])
  func hidden(_ keys: String, _ notice: String) async throws {
    let mia = try await started()
    await mia.type("half a thought", keys: keys, .notice(notice))
    #expect(mia.app.focused?.composer.draft.editedMessage?.text == "what I said", "\(mia.picture)")
  }

  @Test("If the channel is left while a message is edited in $EDITOR, the last line says how to get the text")
  func editorAfterEdit() async throws {
    let mia = try await started()
    await mia.slow(.seconds(5))
    await mia.enter("/leave")
    await mia.confirm()
    await mia.keys("M-s e", .line("what I said|"))
    // The answers come while the editor is open.
    mia.programs.meanwhile = { for _ in 1...10 { await mia.wait(.seconds(6)) } }
    mia.programs.edits = { $0 + " and more" }
    await mia.keys("C-x C-e")
    for _ in 0..<100 where mia.programs.kept.isEmpty { await mia.settle() }
    #expect(mia.header.hasPrefix("No channel"), "\(mia.picture)")
    let notice = "The edit ended while the editor was open; C-x h restores your text"
    #expect(mia.foot.contains(notice), "\(mia.picture)")
    #expect(try await mia.history().contains("what I said and more"))
  }

  @Test(
    "Once another Inkwell has released the profile, the last line says so, and in which place both wrote",
    arguments: [
      ("", "Saving works again"),
      ("theirs", "Saving works again. Another Inkwell also wrote in #general; C-x h restores its text"),
    ])
  func takenOver(_ theirs: String, _ notice: String) async throws {
    let mia = try await started()
    mia.store.setFaults(StoreFaults(writing: .lockedBy(process: 7)))
    await mia.type("mine")
    mia.store.setFaults(.none)
    if !theirs.isEmpty {
      let draft = StoredDraft(
        key: DraftKey(channelId: "general"), content: DraftContent(elements: [.plainText(text: theirs)]),
        createdAt: mia.clock.now, updatedAt: mia.clock.now)
      try await mia.store.perform([.saveDraft(draft)])
    }
    await mia.disk.takeOver()
    await mia.wait(.seconds(60))
    #expect(mia.foot.contains(notice) && mia.line == "mine|", "\(mia.picture)")
    #expect(mia.foot.contains("Another Inkwell") == !theirs.isEmpty, "\(mia.picture)")
    #expect(try await mia.history() == (theirs.isEmpty ? [] : [theirs]))
  }
}
