import DraftEngine
import Testing

@Suite("Text motions")
struct TextMotionTests {
  private func expect(_ motion: TextMotion, _ before: String, _ after: String) {
    let start = CaretText(before)
    let moved = CaretText(text: start.text, caret: motion.target(in: start.text, from: start.caret))
    #expect(moved == CaretText(after), "\(motion)")
  }

  @Test(
    "One Character backward and forward",
    arguments: [
      ("|ab", "a|b"), ("a|é", "aé|"), ("|e\u{301}x", "e\u{301}|x"), ("|👨‍👩‍👧‍👦!", "👨‍👩‍👧‍👦|!"),
      ("🇩🇪|🇫🇷", "🇩🇪🇫🇷|"), ("a|\r\nb", "a\r\n|b"),
      ("|\u{1112}\u{1161}\u{11AB}글", "\u{1112}\u{1161}\u{11AB}|글"), ("|क्षि!", "क्षि|!"), ("\n|\n", "\n\n|"),
    ])
  func characters(_ left: String, _ right: String) {
    expect(.characterForward, left, right)
    expect(.characterBackward, right, left)
  }

  @Test("Motions at the ends of the text do nothing", arguments: TextMotion.allCases)
  func ends(_ motion: TextMotion) {
    for text in ["", "one. two"] {
      let end = motion.isBackward ? 0 : text.utf8.count
      #expect(motion.target(in: text, from: end) == end)
    }
  }

  @Test(
    "A motion by a word stops at the end of the next word",
    arguments: [
      ("|see foo", "see| foo"), ("see|  foo.", "see  foo|."), ("s|ee", "see|"), ("|don't go", "don't| go"),
      ("don|'t", "don't|"), ("don'|t", "don't|"), ("|don’t", "don’t|"), ("|'quoted' x", "'quoted|' x"),
      ("quoted|' x", "quoted' x|"), ("|snake_case2 x", "snake_case2| x"), ("|__init__", "__init|__"),
      ("|a''b", "a|''b"), ("|漢字かな、語", "漢字かな|、語"), ("|नमस्ते दुनिया", "नमस्ते| दुनिया"),
      ("|می‌خواهم که", "می‌خواهم| که"), ("|e\u{301}te\u{301}!", "e\u{301}te\u{301}|!"), ("|👍👍 ok", "👍|👍 ok"),
      ("|ok👍", "ok|👍"), ("|- 👍 ok", "- 👍| ok"), ("|1️⃣2", "1️⃣|2"), ("|❤️a", "❤️|a"), ("|☝🏽a", "☝🏽|a"),
      ("|3.14", "3|.14"), ("|a\r\nb", "a|\r\nb"), ("a|\r\n\r\nb c", "a\r\n\r\nb| c"), ("foo|...", "foo...|"),
      ("|½ cup", "½| cup"), ("|☺︎a", "☺︎a|"),
    ])
  func wordForward(_ before: String, _ after: String) { expect(.wordForward, before, after) }

  @Test(
    "To the start of the previous word",
    arguments: [
      ("see foo|", "see |foo"), ("see |foo", "|see foo"), ("see f|oo", "see |foo"), ("don't|", "|don't"),
      ("don'|t", "|don't"), ("don|'t", "|don't"), ("x 'quoted'|", "x '|quoted'"),
      ("snake_case|", "|snake_case"), ("__init__|", "__|init__"), ("漢字、かな|", "漢字、|かな"), ("👍👍|", "👍|👍"),
      ("ok👍|", "ok|👍"), ("👍ok|", "👍|ok"), ("👍 - |", "|👍 - "), ("a\n\nb |", "a\n\n|b "), ("... |", "|... "),
      ("a🇩🇪🇫🇷|", "a🇩🇪|🇫🇷"), ("a\u{301}b|", "|a\u{301}b"),
    ])
  func wordBackward(_ before: String, _ after: String) { expect(.wordBackward, before, after) }

  @Test(
    "Forward by blank-separated words",
    arguments: [
      ("|see https://x.y/z?a ok", "see| https://x.y/z?a ok"),
      ("see| https://x.y/z?a ok", "see https://x.y/z?a| ok"), ("a|\n\t b,c\u{3000}d", "a\n\t b,c|\u{3000}d"),
      ("|👍don't \n", "👍don't| \n"), ("a|  ", "a  |"),
    ])
  func blankDelimitedForward(_ before: String, _ after: String) {
    expect(.blankDelimitedWordForward, before, after)
  }

  @Test(
    "Backward by blank-separated words",
    arguments: [
      ("rm -rf ./x.y|", "rm -rf |./x.y"), ("rm -rf ./x.y  |", "rm -rf |./x.y  "),
      ("a\r\nb\u{A0}|", "a\r\n|b\u{A0}"), ("a b|c", "a |bc"), ("  |", "|  "), ("a 🇩🇪🇫🇷|", "a |🇩🇪🇫🇷"),
      // The space and the sign before it form one Character.
      ("a\u{600} b|", "|a\u{600} b"),
    ])
  func blankDelimitedBackward(_ before: String, _ after: String) {
    expect(.blankDelimitedWordBackward, before, after)
  }

  @Test(
    "Lines end at newlines",
    arguments: ["\n", "\r\n", "\r", "\u{2028}", "\u{2029}"])
  func lines(_ newline: String) {
    expect(.lineStart, "ab\(newline)c|d\(newline)e", "ab\(newline)|cd\(newline)e")
    expect(.lineStart, "ab\(newline)|cd", "ab\(newline)|cd")
    expect(.lineEnd, "ab\(newline)c|d\(newline)e", "ab\(newline)cd|\(newline)e")
    expect(.lineEnd, "ab|\(newline)cd", "ab|\(newline)cd")
    expect(.lineStart, "ab|\(newline)", "|ab\(newline)")
    expect(.lineEnd, "\(newline)|", "\(newline)|")
    expect(.lineStart, "\(newline)\(newline)|", "\(newline)\(newline)|")
  }

  @Test(
    "Bytes that resemble a newline do not end a line",
    arguments: ["\u{2027}", "ꀨ", "\u{B}", "\u{C}", "\u{85}", "é", "è"])
  func noNewlines(_ blank: String) {
    expect(.lineStart, "a\(blank)b|", "|a\(blank)b")
    expect(.lineEnd, "|a\(blank)b", "a\(blank)b|")
    expect(.lineStart, "\n\(blank)|", "\n|\(blank)")
  }

  @Test("A caret outside the text or inside a Character moves to a boundary")
  func clamping() {
    let text = "a👨‍👩‍👧‍👦b\r\nc"
    #expect(TextMotion.textStart.target(in: text, from: 99) == 0)
    #expect(TextMotion.textEnd.target(in: text, from: -1) == text.utf8.count)
    #expect(TextMotion.characterForward.target(in: text, from: -5) == 1)
    #expect(TextMotion.characterForward.target(in: text, from: .max) == text.utf8.count)
    #expect(TextMotion.characterBackward.target(in: text, from: .min) == 0)
    for inside in 2..<26 {
      #expect(TextMotion.characterForward.target(in: text, from: inside) == 26)
      #expect(TextMotion.characterBackward.target(in: text, from: inside) == 0)
    }
    #expect(TextMotion.lineEnd.target(in: text, from: 28) == 27)
    #expect(TextMotion.lineStart.target(in: text, from: 28) == 0)
  }
}

@Suite("Sentence motions")
struct SentenceMotionTests {
  private func expect(_ motion: TextMotion, _ before: String, _ after: String) {
    let start = CaretText(before)
    let moved = CaretText(text: start.text, caret: motion.target(in: start.text, from: start.caret))
    #expect(moved == CaretText(after), "\(motion)")
  }

  @Test(
    "To the end of the next sentence",
    arguments: [
      ("|One two. Three.", "One two.| Three."), ("One two.| Three.", "One two. Three.|"),
      ("|Is it 3.14? Yes", "Is it 3.14?| Yes"), ("|Yes, e.g. this", "Yes, e.g.| this"),
      ("|What?! No", "What?!| No"), ("|Well... no", "Well...| no"), ("We|ll… no", "Well…| no"),
      ("|a…b c", "a…b c|"), ("|He said \"no.\" Then", "He said \"no.\"| Then"),
      ("no.|\" Then.", "no.\"| Then."), ("no|.\" Then.", "no.\"| Then."), ("|(It is.) So", "(It is.)| So"),
      ("|„Ja.“ Dann", "„Ja.“| Dann"), ("|« Oui. » Puis", "« Oui.| » Puis"), ("|你好。世界！", "你好。|世界！"),
      ("你好。|世界！？好", "你好。世界！？|好"), ("|「好。」我", "「好。」|我"), ("|好。“是”", "好。|“是”"), ("|¿Qué? ¡No!", "¿Qué?| ¡No!"),
      ("|ठीक है। हाँ", "ठीक है।| हाँ"), ("|title\n\nbody", "title|\n\nbody"),
      ("|title \r\n\t\r\nbody", "title| \r\n\t\r\nbody"), ("title|\n\nbody. x", "title\n\nbody.| x"),
      ("|one\ntwo. three", "one\ntwo.| three"), ("|one.\ntwo", "one.|\ntwo"), ("one.|  ", "one.  |"),
      ("|no end \n", "no end \n|"), ("|\"No\". x", "\"No\".| x"),
    ])
  func forward(_ before: String, _ after: String) { expect(.sentenceForward, before, after) }

  @Test(
    "To the start of the sentence",
    arguments: [
      ("One two. Three.|", "One two. |Three."), ("One two. |Three.", "|One two. Three."),
      ("One two.|  Three.", "|One two.  Three."), ("One two. | Three.", "|One two.  Three."),
      ("One.  T|wo", "One.  |Two"), ("It is 3.14 m|", "|It is 3.14 m"), ("e.g. this|", "e.g. |this"),
      ("\"No.\" \"Yes|", "\"No.\" |\"Yes"), ("(It is.) So|", "(It is.) |So"), ("„Ja.“ Dann|", "„Ja.“ |Dann"),
      ("你好。世界！|", "你好。|世界！"), ("你好。|世界！", "|你好。世界！"), ("「好。」我|", "「好。」|我"), ("好。“是”|", "好。|“是”"),
      ("好。。“是”|", "好。。|“是”"), ("title\n\nbody|", "title\n\n|body"),
      ("title\r\n \r\n|body", "|title\r\n \r\nbody"), ("one\ntwo|", "|one\ntwo"), ("  one|", "  |one"),
      ("  |one", "|  one"), ("Well..|. no", "|Well... no"), ("One. Two... |", "One. |Two... "),
      ("a 🇩🇪🇫🇷|", "|a 🇩🇪🇫🇷"),
    ])
  func backward(_ before: String, _ after: String) { expect(.sentenceBackward, before, after) }
}
