import ChatDomain
import DraftEngine
import Testing

@testable import ChatControllers
@testable import ChatSync

@Suite("The known state of the service's draft after a request")
struct DraftRequestTests {
  private static let text = DraftContent(elements: [.plainText(text: "hello")])

  @Test(
    "A failure says whether the service may have the draft and whether to retry",
    arguments: [
      (ChatError.connection(.offline), true, false, 0),
      (.connection(.interrupted), true, false, 1),
      (.cancelled, true, false, 1),
      (.signedOut, false, false, 0),
      (.refused(.notAllowed), false, true, 0),
    ])
  func failure(error: ChatError, isInDoubt: Bool, isRefused: Bool, unanswered: Int) {
    var sync = DraftSync()
    let request = sync.beginRequest(for: Self.text)
    #expect(sync.isUnanswered(Self.text))
    sync.didFail(request, error)
    #expect(sync.isInDoubt == isInDoubt)
    #expect(sync.isRefused == isRefused)
    #expect(sync.unanswered.count == unanswered)
    #expect(sync.ancestor == nil)
  }

  @Test("Uncertainty persists through failures that do not resolve it")
  func doubt() {
    var sync = DraftSync()
    sync.isInDoubt = true
    let request = sync.beginRequest(for: nil)
    #expect(!sync.isInDoubt)
    sync.didFail(request, .signedOut)
    #expect(sync.isInDoubt)
  }

  @Test("An answer is the common version, unless a newer event was faster")
  func success() {
    var sync = DraftSync()
    let first = sync.beginRequest(for: Self.text)
    sync.didSucceed(first, at: 3)
    #expect(sync.ancestor == SyncedDraft(revision: 3, content: Self.text))
    #expect(sync.hasAllAnswers)
    let second = sync.beginRequest(for: nil)
    #expect(second.revision == 3)
    sync.agree(on: 9, Self.text)
    sync.didSucceed(second, at: 4)
    #expect(sync.ancestor == SyncedDraft(revision: 9, content: Self.text))
    #expect(sync.hasAllAnswers)
  }

  @Test("A version published before the text was sent is used up with it, a later one is not")
  func spent() {
    var sync = DraftSync()
    let before = sync.beginRequest(for: Self.text)
    sync.didSend()
    sync.didSucceed(before, at: 1)
    #expect(sync.isAncestorSpent)
    let after = sync.beginRequest(for: Self.text)
    sync.didSucceed(after, at: 2)
    #expect(!sync.isAncestorSpent)
  }
}
