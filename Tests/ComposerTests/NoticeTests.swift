import ChatDomain
import Testing

@testable import Composer

@Suite("Notices")
struct NoticeTests {
  @Test(
    "Every notice begins with a capital and has no full stop, even the reason of an error",
    arguments: [
      ("put aside: C-_ brings it back", "Put aside: C-_ brings it back"),
      ("No unread messages", "No unread messages"),
      ("The file was damaged. It is kept as a.db.", "The file was damaged. It is kept as a.db"),
      ("élan", "Élan"), ("Looking…", "Looking…"), ("wait..", "Wait.."), ("", ""), (".", ""),
      ("C-x C-c quits", "C-x C-c quits"), ("3 files", "3 files"),
      (ChatError.refused(.notAllowed).description, "You are not allowed to do that"),
      (ChatError.connection(.offline).description, "There is no connection"),
    ])
  func shape(_ words: String, _ shown: String) {
    #expect(Notice(words).text == shown)
  }

  @Test("No reason of the service begins with a name that would be capitalised")
  func names() {
    let refusals: [ChatError.Refusal] = [
      .fileUnreadable(name: "notes.txt"), .fileTooLarge(name: "notes.txt", bytes: 3, limit: 2),
    ]
    for refusal in refusals { #expect(Notice(refusal.description).text.hasPrefix("The file notes.txt")) }
  }
}
