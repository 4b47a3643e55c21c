import DraftEngine
import Testing

@Suite("Message elements")
struct MessageElementTests {
  @Test("Normalising joins adjacent texts, drops empty ones and leaves links separate")
  func normalised() {
    let ann = MessageElement.link(text: "Ann", target: .user(userId: "ann"))
    let messy: [MessageElement] = [
      .plainText(text: ""), .plainText(text: "a"), .plainText(text: "b"), ann, ann, .plainText(text: ""),
      .plainText(text: "c"),
    ]
    #expect(messy.normalised == [.plainText(text: "ab"), ann, ann, .plainText(text: "c")])
    #expect(messy.text == "abAnnAnnc")
  }
}
