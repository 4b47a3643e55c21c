import DraftEngine
import Testing

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
