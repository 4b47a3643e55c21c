import TerminalScreen
import Testing

@Suite("Answers about pictures")
struct PictureAnswerTests {
  private static func keys(_ notation: String) -> [TerminalEvent] { InputDecoder.keys(notation) }
  private static let yes = TerminalEvent.showsPictures(.kitty(question: 31))

  @Test(
    "A positive answer is delivered with its number; others are ignored",
    arguments: [
      ("@_Gi=31;OK@\\", [yes]), ("@_Gi=31;OK\u{7}", [yes]), ("@_Gi=31;ENOENT:not found@\\", []),
      ("@_Gi=31,p=2;OK@\\", []), ("@_Gi=;OK@\\", []), ("@_Gi=-1x;OK@\\", []), ("@_GI=31;OK@\\", []),
      ("@_Gi=99999999999999999999999;OK@\\", []), ("@_Gi=31;OK;OK@\\", []), ("@_Gi=31@\\", []),
    ] as [(String, [TerminalEvent])])
  func answers(_ text: String, _ events: [TerminalEvent]) {
    #expect(InputDecoder.events(of: (text + "x").replacingEscapes.utf8) == events + Self.keys("x"))
  }

  @Test(
    "Sixel attributes are delivered as far as they are valid",
    arguments: [
      ("@P>|iTerm2 3.4.15@\\", [.name("iTerm2 3.4.15")]), ("@P>|@\\", [.name("")]), ("@P>x|a@\\", []),
      ("@P0+r@\\", []), ("@[?1;0;16S", [.colors(16)]),
      ("@[?2;0;640;408S", [.largest(Size(columns: 640, rows: 408))]),
      ("@[6;17;8t", [.cell(Size(columns: 8, rows: 17))]), ("@[?1;3;0S", []), ("@[?1;0S", []),
      ("@[?1;0;0S", []), ("@[?2;0;640S", []), ("@[?3;0;640;4S", []), ("@[?S", []), ("@[6t", []),
      ("@[6;0;8t", []), ("@[6;17t", []), ("@[66;17;8t", []), ("@[4;400;800t", []), ("@[t", []),
      ("@[?1;0;99999999999999999999S", [.colors(10_000_000)]),
      (
        "@[6;99999999999999999999;99999999999999999999t", [.cell(Size(columns: 10_000_000, rows: 10_000_000))]
      ),
    ] as [(String, [PictureAnswer])])
  func sixels(_ text: String, _ answers: [PictureAnswer]) {
    #expect(
      InputDecoder.events(of: (text + "x").replacingEscapes.utf8)
        == answers.map { .showsPictures($0) } + Self.keys("x"))
  }

  @Test(
    "Sixels are a 4 after the terminal class",
    arguments: [
      ("@[?62;4;22c", true), ("@[?63;1;2;4c", true), ("@[?62;22c", false), ("@[?4;6c", false),
      ("@[?62;44;14c", false), ("@[?c", false), ("@[?;4c", true), ("@[?4c", false),
    ])
  func attributes(_ text: String, _ hasSixels: Bool) {
    #expect(
      InputDecoder.events(of: text.replacingEscapes.utf8) == [.deviceAttributes(hasSixels: hasSixels)])
  }

  @Test("Any split, with keys before and after, gives the same")
  func split() {
    let bytes = Array("é@_Gi=31;OK@\\@[?62;c@[Ay".replacingEscapes.utf8)
    let whole = Self.keys("é") + [Self.yes, .deviceAttributes(hasSixels: false)] + Self.keys("Up y")
    for first in 0...bytes.count {
      for second in first...bytes.count {
        var decoder = InputDecoder()
        let events =
          decoder.decode(bytes[..<first]) + decoder.decode(bytes[first..<second])
          + decoder.decode(bytes[second...])
        #expect(events == whole, "\(first) \(second)")
      }
    }
  }

  @Test("Keys between two answers keep their place")
  func between() {
    let text = "a@_Gi=31;OK@\\b@[Bc@[?62;4cd"
    #expect(
      InputDecoder.events(of: text.replacingEscapes.utf8)
        == Self.keys("a") + [Self.yes] + Self.keys("b Down c") + [.deviceAttributes(hasSixels: true)]
        + Self.keys("d"))
  }

  @Test("A part of an answer is never typed, however slow the line")
  func cutOff() {
    let answer = "\u{1B}_Gi=31;OK"
    for end in 6...answer.utf8.count {
      var decoder = InputDecoder()
      let events = decoder.decode(answer.utf8.prefix(end))
      #expect(events.isEmpty && decoder.isWithinAnswer)
      #expect(decoder.timeOut().isEmpty, "\(end)")
      #expect(decoder.decode("x".utf8) == Self.keys("x"))
    }
  }

  @Test("A part of a name is never typed, and no name is longer than could be typed")
  func name() {
    let answer = "\u{1B}P>|WezTerm 2024"
    for end in 4...answer.utf8.count {
      var decoder = InputDecoder()
      #expect(decoder.decode(answer.utf8.prefix(end)).isEmpty && decoder.isWithinAnswer)
      #expect(decoder.timeOut().isEmpty, "\(end)")
      #expect(decoder.decode("x".utf8) == Self.keys("x"))
    }
    let long = "\u{1B}P>|iTerm2 " + String(repeating: "1", count: 9_999) + "\u{1B}\\x"
    #expect(InputDecoder.events(of: long.utf8) == Self.keys("x"))
  }

  @Test("A sequence inside an answer ends it and keeps its meaning")
  func broken() {
    #expect(InputDecoder.events(of: "@_Gi=31;@[Ax".replacingEscapes.utf8) == Self.keys("Up x"))
  }
}
