import TerminalScreen
import Testing

@Suite("Input after a paste")
struct PasteTrailTests {
  private static let begin = "\u{1B}[200~"
  private static let end = "\u{1B}[201~"

  private func events(_ text: String) -> [TerminalEvent] { InputDecoder.events(of: text.utf8) }

  private func keys(_ notation: String) -> [TerminalEvent] { InputDecoder.keys(notation) }

  @Test(
    "A paste that contains its own end stays text: what follows in the burst is text",
    arguments: [
      ("rm -rf\r", "rm -rf\r"), ("/quit\rmore\r", "/quit\rmore\r"), ("a\nb", "a\nb"), ("é漢\tx", "é漢\tx"),
      ("\u{3}\u{18}\u{3}", "\u{3}\u{18}\u{3}"), ("\u{1B}sd", "\u{1B}sd"), ("\u{7F}\u{0}", "\u{7F}\u{0}"),
      ("\u{1B}[27;5;13~y", "\ry"),
    ])
  func breaksOut(_ behind: String, _ text: String) {
    let hostile = Self.begin + "safe" + Self.end + behind + Self.end
    #expect(events(hostile) == [.paste("safe"), .paste(text)])
    #expect(events(Self.begin + "safe" + Self.end + behind) == [.paste("safe"), .paste(text)])
  }

  @Test(
    "What follows is text even across several reads without a pause")
  func severalReads() {
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    for piece in ["\u{1B}[20", "0~safe\u{1B}[2", "01~", "send", "\r\u{1B}[20", "1~"] {
      events += decoder.decode(piece.utf8)
      #expect(decoder.isWaiting)
    }
    #expect(events == [.paste("safe")])
    #expect(decoder.timeOut() == [.paste("send\r")])
    #expect(!decoder.isWaiting && decoder.decode("\r".utf8) == keys("Enter"))
  }

  @Test("Keys that are not text are ignored there, and that is reported")
  func ignored() {
    let hostile = Self.begin + "safe" + Self.end + "a\u{1B}[Ab\u{1B}OPc"
    #expect(events(hostile + Self.end) == [.paste("safe"), .paste("abc"), .keysIgnored])
    #expect(events(Self.begin + "safe" + Self.end + "\u{1B}[1;3B") == [.paste("safe"), .keysIgnored])
  }

  @Test("Typing during a delay of the line gives keys again after a few bursts")
  func collectingLine() {
    var decoder = InputDecoder()
    _ = decoder.decode((Self.begin + "half a paste").utf8)
    #expect(decoder.timeOut() == [.paste("half a paste")])
    for burst in ["ab", "c\r", "de"] {
      #expect(decoder.decode(burst.utf8) + decoder.timeOut() == [.paste(burst)])
    }
    #expect(decoder.decode("f\r".utf8) == keys("f Enter"))
    // Any number of large pieces belongs to the paste.
    var late = InputDecoder()
    _ = late.decode((Self.begin + "half a paste").utf8)
    _ = late.timeOut()
    for _ in 0..<10 {
      #expect(late.decode("a whole line\r".utf8) + late.timeOut() == [.paste("a whole line\r")])
    }
  }

  @Test("After a pause keys are keys again")
  func pause() {
    var decoder = InputDecoder()
    #expect(decoder.decode((Self.begin + "words" + Self.end).utf8) == [.paste("words")])
    #expect(decoder.isBehindPaste && decoder.timeOut() == [] && !decoder.isBehindPaste)
    #expect(decoder.decode("\r".utf8) == keys("Enter"))
  }

  @Test("A second paste right after the first is text, and reports of the terminal are not")
  func second() {
    #expect(
      events(Self.begin + "one" + Self.end + Self.begin + "two" + Self.end + "\u{1B}[I\u{1B}[<0;1;1M")
        == [
          .paste("one"), .focus(true), .mouse(MouseEvent(.press(.left), at: Position(column: 0, row: 0))),
          .paste("two"),
        ])
  }

  @Test("A paste without an end is reported after a pause, and the next key is a key")
  func cutOff() {
    var decoder = InputDecoder()
    #expect(decoder.decode((Self.begin + "half a paste").utf8) == [])
    #expect(decoder.isWithinPaste && decoder.isWaiting)
    #expect(decoder.timeOut() == [.paste("half a paste")])
    #expect(!decoder.isWithinPaste && !decoder.isWaiting)
    #expect(decoder.decode("\r".utf8) == [] && decoder.isWaiting)
    #expect(decoder.timeOut() == keys("Enter"))
    #expect(decoder.decode("ab\r".utf8) == keys("a b Enter"), "somebody types")
  }

  @Test("The rest of a stalled paste is text when it comes, up to its end")
  func stalled() {
    var decoder = InputDecoder()
    #expect(decoder.decode((Self.begin + "line 1\r").utf8) + decoder.timeOut() == [.paste("line 1\r")])
    #expect(decoder.decode("line 2\r".utf8) + decoder.timeOut() == [.paste("line 2\r")])
    #expect(decoder.decode(("line 3\r" + Self.end).utf8) + decoder.timeOut() == [.paste("line 3\r")])
    #expect(decoder.decode("\r".utf8) == keys("Enter"))
  }

  @Test("At the end of input a partial paste is delivered, and one after it too")
  func finish() {
    var decoder = InputDecoder()
    #expect(decoder.decode((Self.begin + "half").utf8) == [] && decoder.finish() == [.paste("half")])
    var other = InputDecoder()
    #expect(other.decode((Self.begin + "a" + Self.end + "b").utf8) == [.paste("a")])
    #expect(other.finish() == [.paste("b")])
  }
}
