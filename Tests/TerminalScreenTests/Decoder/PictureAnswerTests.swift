import TerminalScreen
import Testing

@Suite("Answers about pictures")
struct PictureAnswerTests {
  private static func keys(_ notation: String) -> [TerminalEvent] { InputDecoder.keys(notation) }
  private static let yes = TerminalEvent.showsPictures(question: 31)

  @Test(
    "Yes is told with its number, and everything else that is said of pictures is nothing",
    arguments: [
      ("@_Gi=31;OK@\\", [yes]), ("@_Gi=31;OK\u{7}", [yes]), ("@_Gi=31;ENOENT:not found@\\", []),
      ("@_Gi=31,p=2;OK@\\", []), ("@_Gi=;OK@\\", []), ("@_Gi=-1x;OK@\\", []), ("@_GI=31;OK@\\", []),
      ("@_Gi=99999999999999999999999;OK@\\", []), ("@_Gi=31;OK;OK@\\", []), ("@_Gi=31@\\", []),
    ] as [(String, [TerminalEvent])])
  func answers(_ text: String, _ events: [TerminalEvent]) {
    #expect(InputDecoder.events(of: (text + "x").replacingEscapes.utf8) == events + Self.keys("x"))
  }

  @Test("Split anywhere, with keys before and behind, it is the same")
  func split() {
    let bytes = Array("é@_Gi=31;OK@\\@[?62;c@[Ay".replacingEscapes.utf8)
    let whole = Self.keys("é") + [Self.yes, .deviceAttributes] + Self.keys("Up y")
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

  @Test("Keys between the answer and the one that every terminal gives stay where they were typed")
  func between() {
    let text = "a@_Gi=31;OK@\\b@[Bc@[?62;4cd"
    #expect(
      InputDecoder.events(of: text.replacingEscapes.utf8)
        == Self.keys("a") + [Self.yes] + Self.keys("b Down c") + [.deviceAttributes] + Self.keys("d"))
  }

  @Test("A part of it is never typed, however slow the line")
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

  @Test("A sequence inside of it ends it, and is what it is")
  func broken() {
    #expect(InputDecoder.events(of: "@_Gi=31;@[Ax".replacingEscapes.utf8) == Self.keys("Up x"))
  }
}
