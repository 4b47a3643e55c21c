import TerminalScreen
import Testing

@testable import CursesTerminal

@Suite("Queries to the terminal")
struct TerminalQuestionsTests {
  private let key = TerminalEvent.key(KeyEvent(.character("x")))

  /// The number in the query for pictures.
  private func id(of question: String?) -> Int? {
    guard let question, question.hasPrefix("\u{1B}7\u{1B}[H\u{1B}_Gi=") else { return nil }
    return Int(question.dropFirst(10).prefix { $0.isNumber })
  }

  @Test("An answer counts until the one that every terminal gives; without a query neither counts")
  func fence() {
    var questions = TerminalQuestions()
    #expect(
      questions.events([.background(.light), .deviceAttributes(hasSixels: false), key], at: 0) == [key])
    #expect(questions.backgroundQuestion(at: 0) == "\u{1B}]11;?\u{1B}\\\u{1B}[c")
    #expect(
      questions.events([key, .background(.light), .deviceAttributes(hasSixels: false)], at: 0) == [
        key, .background(.light),
      ])
    #expect(questions.events([.background(.dark), key], at: 0) == [key])
    // Queried twice, as after a child: the first fence does not belong to the second query.
    _ = questions.backgroundQuestion(at: 0)
    _ = questions.backgroundQuestion(at: 0)
    #expect(
      questions.events([.deviceAttributes(hasSixels: false), .background(.dark)], at: 0) == [
        .background(.dark)
      ])
  }

  @Test("A terminal that never answers is waited for only right after the query")
  func patience() {
    var questions = TerminalQuestions()
    #expect(!questions.isAwaited(at: 0))
    _ = questions.backgroundQuestion(at: 5_000)
    #expect(questions.isAwaited(at: 5_999) && !questions.isAwaited(at: 6_000))
    _ = questions.events([.deviceAttributes(hasSixels: false)], at: 5_000)
    #expect(!questions.isAwaited(at: 5_001))
  }

  @Test("A terminal that claims to show pictures is queried once, and the answer goes nowhere else")
  func pictures() throws {
    var questions = TerminalQuestions()
    let question = questions.pictureQuestion(at: 10)
    let number = try #require(id(of: question))
    #expect(
      question == "\u{1B}7\u{1B}[H\u{1B}_Gi=\(number),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\\u{1B}8\u{1B}[c"
        && number < 1 << 32)
    #expect(questions.pictureQuestion(at: 11) == nil && questions.pictures == nil)
    #expect(questions.events([key, .showsPictures(.kitty(question: number)), key], at: 210) == [key, key])
    #expect(questions.pictures == .kitty && questions.isAwaited(at: 210))
    #expect(
      questions.events([.deviceAttributes(hasSixels: false)], at: 211).isEmpty
        && !questions.isAwaited(at: 211))
    #expect(questions.pictures == .kitty && questions.pictureQuestion(at: 300) == nil)
    let isShown = questions.takeShownQuestion()
    #expect(!isShown)
  }

  @Test("A terminal that claims no pictures shows none and is not queried again")
  func without() {
    var questions = TerminalQuestions()
    _ = questions.pictureQuestion(at: 0)
    #expect(questions.events([.deviceAttributes(hasSixels: false), key], at: 1) == [key])
    #expect(questions.pictures == nil && questions.pictureQuestion(at: 2) == nil)
    // It may have printed the query.
    let shown = [questions.takeShownQuestion(), questions.takeShownQuestion()]
    #expect(shown == [true, false])
  }

  @Test("An unrequested answer, another number and a late one do nothing")
  func forged() throws {
    var questions = TerminalQuestions()
    #expect(questions.events([.showsPictures(.kitty(question: 1)), key], at: 0) == [key])
    let number = try #require(id(of: questions.pictureQuestion(at: 0)))
    #expect(questions.events([.showsPictures(.kitty(question: number + 1))], at: 1).isEmpty)
    #expect(questions.pictures == nil)
    #expect(
      questions.events(
        [.deviceAttributes(hasSixels: false), .showsPictures(.kitty(question: number))], at: 2
      ).isEmpty)
    #expect(questions.pictures == nil)
  }

  @Test(
    "After an answer that takes over 200 ms the query is repeated up to three times")
  func late() throws {
    var questions = TerminalQuestions()
    for time in [0, 1_000, 2_000] {
      let number = try #require(id(of: questions.pictureQuestion(at: time)))
      _ = questions.events(
        [.showsPictures(.kitty(question: number)), .deviceAttributes(hasSixels: false)], at: time + 201)
      #expect(questions.pictures == nil)
    }
    #expect(questions.pictureQuestion(at: 3_000) == nil)
    questions.forgetPictures()
    let again = try #require(id(of: questions.pictureQuestion(at: 4_000)))
    _ = questions.events([.showsPictures(.kitty(question: again))], at: 4_001)
    #expect(questions.pictures == .kitty)
  }

  @Test("After another program had the terminal, earlier answers do not count")
  func lent() throws {
    var questions = TerminalQuestions()
    let first = try #require(id(of: questions.pictureQuestion(at: 0)))
    questions.forgetPictures()
    #expect(
      questions.events([.showsPictures(.kitty(question: first)), .deviceAttributes(hasSixels: false)], at: 1)
        .isEmpty)
    #expect(questions.pictures == nil)
    let second = try #require(id(of: questions.pictureQuestion(at: 2)))
    #expect(second != first)
    _ = questions.events(
      [.showsPictures(.kitty(question: second)), .deviceAttributes(hasSixels: false)], at: 3)
    #expect(questions.pictures == .kitty)
  }

  private static let sixelQuestion = "\u{1B}[>q\u{1B}[?1;1;0S\u{1B}[?2;4;0S\u{1B}[16t\u{1B}[c"

  @Test("A terminal with sixels only is queried for their attributes")
  func sixels() {
    var questions = TerminalQuestions()
    #expect(questions.events([.deviceAttributes(hasSixels: true)], at: 0).isEmpty)
    #expect(questions.sixelQuestion(at: 0) == nil)
    _ = questions.pictureQuestion(at: 0)
    #expect(questions.events([key, .deviceAttributes(hasSixels: true)], at: 200) == [key])
    #expect(questions.pictures == nil)
    #expect(questions.sixelQuestion(at: 200) == Self.sixelQuestion && questions.sixelQuestion(at: 201) == nil)
    let answers: [TerminalEvent] = [
      .showsPictures(.colors(16)), key, .showsPictures(.largest(Size(columns: 9, rows: 8))),
      .showsPictures(.cell(Size(columns: 7, rows: 13))), .deviceAttributes(hasSixels: true),
    ]
    #expect(questions.events(answers, at: 400) == [key])
    #expect(
      questions.pictures
        == .sixels(PictureSupport.Sixels(colors: 16, largest: Size(columns: 9, rows: 8))))
    #expect(questions.cell == Size(columns: 7, rows: 13) && !questions.isAwaited(at: 401))
    // An unrequested answer.
    _ = questions.events(
      [.showsPictures(.colors(2)), .showsPictures(.cell(Size(columns: 1, rows: 1)))], at: 402)
    #expect(questions.cell == Size(columns: 7, rows: 13))
    questions.forgetPictures()
    #expect(questions.pictures == nil && questions.cell == nil)
  }

  @Test("Without sixel attributes the defaults apply")
  func plainSixels() {
    var questions = TerminalQuestions()
    _ = questions.pictureQuestion(at: 0)
    _ = questions.events([.deviceAttributes(hasSixels: true)], at: 1)
    _ = questions.sixelQuestion(at: 1)
    _ = questions.events([.deviceAttributes(hasSixels: false)], at: 2)
    #expect(questions.pictures == .sixels(PictureSupport.Sixels()) && questions.cell == nil)
  }

  @Test(
    "Terminals known to support iTerm2's protocol get pictures in it",
    arguments: [
      ("iTerm2 3.4.15", true), ("WezTerm 20240203-110809", true), ("Konsole 22.12.3", false),
      ("mintty 3.6.1", true), ("XTerm(379)", false), ("foot(1.13.1)", false), ("iTerm2", false), ("", false),
      ("not iTerm2 3", false), ("xterm.js(5.3.0)", false),
    ])
  func iTerm(_ name: String, _ knowsITerm: Bool) {
    var questions = TerminalQuestions()
    // Before the query it has no effect.
    _ = questions.events([.showsPictures(.name("iTerm2 3"))], at: 0)
    _ = questions.pictureQuestion(at: 0)
    _ = questions.events([.showsPictures(.name("iTerm2 3")), .deviceAttributes(hasSixels: true)], at: 1)
    _ = questions.sixelQuestion(at: 1)
    _ = questions.events([.showsPictures(.name(name)), .deviceAttributes(hasSixels: true)], at: 2)
    #expect(questions.pictures == (knowsITerm ? .iTerm : .sixels(PictureSupport.Sixels())))
  }

  @Test("A terminal with kitty's protocol is not queried for sixels")
  func better() throws {
    var questions = TerminalQuestions()
    let number = try #require(id(of: questions.pictureQuestion(at: 0)))
    _ = questions.events(
      [.showsPictures(.kitty(question: number)), .deviceAttributes(hasSixels: true)], at: 1)
    #expect(questions.pictures == .kitty && questions.sixelQuestion(at: 2) == nil)
  }

  @Test("Late answers, and those from before another program, do not count")
  func lateSixels() {
    var questions = TerminalQuestions()
    for time in [0, 1_000, 2_000] {
      #expect(questions.pictureQuestion(at: time) != nil)
      let isFirst = time < 2_000
      _ = questions.events([.deviceAttributes(hasSixels: true)], at: time + (isFirst ? 201 : 1))
      #expect((questions.sixelQuestion(at: time + 210) == nil) == isFirst)
    }
    _ = questions.events([.deviceAttributes(hasSixels: true)], at: 2_411)
    #expect(questions.pictures == nil && questions.pictureQuestion(at: 3_000) == nil)
    questions.forgetPictures()
    _ = questions.pictureQuestion(at: 4_000)
    _ = questions.events([.deviceAttributes(hasSixels: true)], at: 4_001)
    _ = questions.sixelQuestion(at: 4_001)
    questions.forgetPictures()
    _ = questions.events(
      [.showsPictures(.cell(Size(columns: 1, rows: 1))), .deviceAttributes(hasSixels: true)], at: 4_002)
    #expect(questions.pictures == nil && questions.cell == nil && questions.sixelQuestion(at: 4_003) == nil)
  }

  @Test("Two queries in flight have separate fences")
  func both() throws {
    var questions = TerminalQuestions()
    _ = questions.backgroundQuestion(at: 0)
    let number = try #require(id(of: questions.pictureQuestion(at: 0)))
    let events: [TerminalEvent] = [
      .background(.dark), .deviceAttributes(hasSixels: false), .background(.light),
      .showsPictures(.kitty(question: number)),
      .deviceAttributes(hasSixels: false),
    ]
    #expect(questions.events(events, at: 5) == [.background(.dark)])
    #expect(questions.pictures == .kitty && !questions.isAwaited(at: 5))
  }

  @Test(
    "Multiplexers, and terminals that would print the query, are not queried")
  func asked() {
    func may(_ variables: [String: String]) -> Bool { TerminalTraits { variables[$0] }.mayShowPictures }
    #expect(may(["TERM": "xterm-kitty"]) && may(["TERM": "xterm-256color"]) && may(["TERM": "foot"]))
    for variables in [
      ["TERM": "tmux-256color"], ["TERM": "screen"], ["TERM": "xterm-kitty", "TMUX": "/tmp/tmux,1,0"],
      ["TERM": "xterm-256color", "STY": "1.pts"], ["TERM": "xterm-256color", "ZELLIJ": "0"],
      ["TERM": "linux"], ["TERM": "vt220"], ["TERM": "eterm-color"], ["TERM": ""],
      ["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"],
      ["TERM": "xterm-256color", "INSIDE_EMACS": "vterm"],
    ] { #expect(!may(variables), "\(variables)") }
  }

  @Test("A terminal that is really xterm has 256 colours")
  func xterm() {
    func names(_ variables: [String: String]) -> [String] { TerminalTraits { variables[$0] }.names }
    #expect(names(["TERM": "xterm"]) == ["xterm"])
    #expect(names(["TERM": "xterm", "XTERM_VERSION": "XTerm(379)"]) == ["xterm-256color", "xterm"])
    #expect(
      names(["TERM": "xterm", "VTE_VERSION": "7006", "COLORTERM": "truecolor"])
        == ["xterm-direct", "xterm-256color", "xterm"])
    // A program in another terminal inside xterm.
    #expect(names(["TERM": "tmux", "XTERM_VERSION": "XTerm(379)"]) == ["tmux"])
  }
}
