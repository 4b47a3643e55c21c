import Testing

@testable import inkwell

@Suite("Whoever signs out in a terminal is asked what becomes of their words")
@MainActor
struct KeepingQuestionTests {
  @Test(
    "Enter keeps them, the word erases them, and anything else is asked again",
    arguments: [
      ([""], KeepingQuestion.Answer.keep), (["erase"], .erase), ([" Erase "], .erase),
      (["yes", "no", "erase"], .erase), (["y", ""], .keep),
    ])
  func answers(sample: (typed: [String], answer: KeepingQuestion.Answer)) {
    let terminal = TestTerminal()
    terminal.names = sample.typed
    #expect(KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == sample.answer)
    #expect(terminal.said.first == "2 drafts are on this device")
    #expect(terminal.openQuestions == sample.typed.count)
  }

  @Test("Whoever does not answer stays signed in", arguments: ["cancelled", "terminated", "nowhere"])
  func stays(answer: String) {
    let terminal = TestTerminal()
    terminal.isLiteral = false
    terminal.names = [answer]
    #expect(KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == .stay)
  }
}
