import DraftEngine
import Testing

@Suite("One name again and again")
struct LongRunTests {
  @Test(
    "A name that goes from the plain ones before hundreds of mentions of it costs none of them",
    arguments: [10, 300])
  func keepsAllMentions(_ count: Int) {
    let plain = MessageElement.plainText(text: String(repeating: "ann", count: 9))
    let mentions = (0..<count).map { MessageElement.link(text: "ann", target: .user(userId: "\($0)")) }
    var draft = DraftDocument(elements: [plain] + mentions)
    let text = draft.text
    draft.update(text: String(text.dropFirst(3)))
    #expect(draft.mentions.count == count)
    draft.update(text: text)
    #expect(draft.mentions.count == count)
  }
}
