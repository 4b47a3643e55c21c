import Glibc
import Testing

@testable import inkwell

@Suite("Signing out asks about the drafts")
@MainActor
struct KeepingQuestionTests {
  @Test(
    "Enter keeps them, the word erases them, anything else asks again",
    arguments: [
      ([""], KeepingQuestion.Answer.keep), (["erase"], .erase), ([" Erase "], .erase),
      (["yes", "no", "erase"], .erase), (["y", ""], .keep),
      (["e r a s e", ""], .keep), (["era\u{A0}se", "erase it", ""], .keep), ([" \t"], .keep),
    ])
  func answers(sample: (typed: [String], answer: KeepingQuestion.Answer)) {
    let terminal = TestTerminal()
    terminal.names = sample.typed
    #expect(KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == sample.answer)
    #expect(terminal.said.first == "2 drafts are on this device")
    #expect(terminal.openQuestions == sample.typed.count && terminal.isFinished)
  }

  @Test(
    "Without an answer the person stays signed in, and the status names the signal",
    arguments: [("cancelled", SIGINT), ("terminated", SIGTERM), ("nowhere", SIGINT)])
  func stays(sample: (answer: String, signal: Int32)) {
    let terminal = TestTerminal()
    terminal.isLiteral = false
    terminal.names = [sample.answer]
    #expect(
      KeepingQuestion(terminal: terminal).answer(about: "2 drafts") == .stay(signal: sample.signal))
  }
}
