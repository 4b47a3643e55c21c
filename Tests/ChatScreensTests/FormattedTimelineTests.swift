import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen
import Testing

@Suite("Formatted messages")
struct FormattedTimelineTests {
  static let items: [TimelineItem] = [
    Scene.message(
      "f1", Scene.ana, "09:12", "this is **bold**, *italic*, ~~struck~~ and `code`, and 2*3*4 is none"),
    Scene.message(
      "f2", Scene.ben, "09:13",
      [
        .plainText(text: "> said **before**\n\nand "), .link(text: "@Ana", target: .user(userId: "ana")),
        .plainText(
          text:
            " likes [notes](https://notes.example/a_b_c) and https://a.example/x_y_z\n- one\n- two\n  1. three"
        ),
      ]),
    Scene.message(
      "f3", Scene.ana, "09:14", "```swift\nfunc add(_ a: Int) -> Int {\n  return a + 1 // done\n}\n```"),
    Scene.message("f4", Scene.ben, "09:15", "the end: ||everybody leaves||"),
    Scene.message("f5", Scene.ben, "09:16", "# Plan\nmore"),
  ]

  @Test("Text is styled by its markup", arguments: Golden.sizes)
  func formatted(size: Size) throws {
    try Golden.check(Scene.state(size) { $0.timeline.items = Self.items }, "Timeline/formatted")
  }

  @Test("Rows of quotes, lists and code start with their markers", arguments: Golden.sizes)
  func wrapped(size: Size) throws {
    let text =
      "> 我们上次说过的 path is a long one, and it should be walked *slowly* by everybody\n\n"
      + "3. the third thing to do is to read the whole of the plan again, before anybody asks\n"
      + "7. and the seventh is short\n\n"
      + "```python\nfor name in sorted(names): print(f\"{name} comes along with us\")  # all of them\n```"
    try Golden.check(
      Scene.state(size) { $0.timeline.items = [Scene.message("w1", Scene.ana, "09:12", text)] },
      "Timeline/wrapped")
  }

  @Test("A spoiler is shown when its message is chosen")
  func spoiler() throws {
    let size = Size(columns: 80, rows: 24)
    try Golden.check(
      Scene.state(size) {
        $0.timeline.items = Self.items
        $0.timeline.selection = "f4"
      }, "Timeline/spoiler")
  }
}
