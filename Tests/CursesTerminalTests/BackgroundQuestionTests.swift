import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("The question for the background")
struct BackgroundQuestionTests {
  private let key = TerminalEvent.key(KeyEvent(.character("x")))

  @Test("An answer counts until the one that every terminal gives; without a question neither means anything")
  func fence() {
    var question = BackgroundQuestion()
    #expect(question.events([.background(.light), .deviceAttributes, key]) == [key])
    question.ask(at: 0)
    #expect(question.events([key, .background(.light), .deviceAttributes]) == [key, .background(.light)])
    #expect(question.events([.background(.dark), key]) == [key])
    // Asked twice, as after a child: the first fence is not that of the second question.
    question.ask(at: 0)
    question.ask(at: 0)
    #expect(question.events([.deviceAttributes, .background(.dark)]) == [.background(.dark)])
  }

  @Test("A terminal that never answers is waited for only right after the question")
  func patience() {
    var question = BackgroundQuestion()
    #expect(!question.isAwaited(at: 0))
    question.ask(at: 5_000)
    #expect(question.isAwaited(at: 5_999) && !question.isAwaited(at: 6_000))
    _ = question.events([.deviceAttributes])
    #expect(!question.isAwaited(at: 5_001))
  }

  @Test("A terminal that calls itself xterm and is one has 256 colours")
  func xterm() {
    func names(_ variables: [String: String]) -> [String] { TerminalTraits { variables[$0] }.names }
    #expect(names(["TERM": "xterm"]) == ["xterm"])
    #expect(names(["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]) == ["xterm-256color", "xterm"])
    #expect(
      names(["TERM": "xterm", "VTE_VERSION": "7006", "COLORTERM": "truecolor"])
        == ["xterm-direct", "xterm-256color", "xterm"])
    // What runs in another terminal inside of xterm.
    #expect(names(["TERM": "tmux", "XTERM_VERSION": "XTerm(379)"]) == ["tmux"])
  }
}
