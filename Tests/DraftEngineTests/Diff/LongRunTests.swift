import DraftEngine
import Testing

@Suite("Repeated names")
struct LongRunTests {
  @Test(
    "A name moved across hundreds of its mentions loses none of them",
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
