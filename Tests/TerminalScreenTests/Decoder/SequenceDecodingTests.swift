import TerminalScreen
import Testing

@Suite("Sequence decoding")
struct SequenceDecodingTests {
  static func mouse(_ act: MouseEvent.Act, _ column: Int, _ row: Int) -> TerminalEvent {
    .mouse(MouseEvent(act, at: Position(column: column, row: row)))
  }

  static let mice: [(String, [TerminalEvent])] = [
    ("@[<0;1;1M", [mouse(.press(.left), 0, 0)]), ("@[<0;12;3m", [mouse(.release(.left), 11, 2)]),
    ("@[<1;2;2M@[<2;2;2M", [mouse(.press(.middle), 1, 1), mouse(.press(.right), 1, 1)]),
    ("@[<32;5;6M", [mouse(.drag(.left), 4, 5)]),
    ("@[<64;1;1M@[<65;1;1M", [mouse(.wheelUp, 0, 0), mouse(.wheelDown, 0, 0)]),
    ("@[<4;1;1M", [mouse(.press(.left), 0, 0)]), ("@[<8;1;1M", [mouse(.press(.left), 0, 0)]),
    ("@[<80;1;1M", [mouse(.wheelUp, 0, 0)]), ("@[<35;4;4M", []), ("@[<66;1;1M", []),
    ("@[<128;1;1M", []),
    ("@[<0;0;1M", []), ("@[<0;1M", []), ("@[<0;;M", []), ("@[<0;99999999999999999999;1M", []), ("@[<M", []),
    ("@[<64;1;1m", []), ("@[M !!", [mouse(.press(.left), 0, 0)]),
    ("@[M#!\"x", [mouse(.release(.left), 0, 1)] + keys("x")),
    ("@[32;3;4M", [mouse(.press(.left), 2, 3)]),
  ]

  static func keys(_ notation: String) -> [TerminalEvent] { InputDecoder.keys(notation) }

  @Test(
    "Mouse positions count from zero, and impossible ones are dropped", arguments: SequenceDecodingTests.mice)
  func reports(_ text: String, _ events: [TerminalEvent]) {
    #expect(InputDecoder.events(of: text.replacingEscapes.utf8) == events)
  }

  @Test("Focus in and out")
  func focus() {
    #expect(InputDecoder.events(of: "@[I@[O".replacingEscapes.utf8) == [.focus(true), .focus(false)])
  }

  @Test(
    "Answers and unknown sequences are swallowed whole, and the bytes after them are not",
    arguments: [
      "@[>41;377;0c", "@[?2026;1$y", "@[24;80R", "@[8;24;80t", "@[0n", "@[99~", "@[201~", "@[1;5y",
      "@[?5u",
      "@]10;rgb:1e1e/1e1e/1e1e\u{7}", "@]11;rgb:fffff/0000/0000@\\", "@]11;rgb:1/2\u{7}",
      "@]11;rgb:1//2\u{7}",
      "@]11;rgb:g/g/g\u{7}", "@]11;?\u{7}", "@]11;rgb:1/2/3/4\u{7}", "@]11;rgba:1/2/3\u{7}", "@]11;rgb:\u{7}",
      "@]111;rgb:1/2/3@\\", "@P11;rgb:1/2/3@\\", "@P1$r0m@\\", "@P>XTerm(390)@\\",
      "@P!|00000000@\\",
      "@_Gi=1;ENOENT:none@\\", "@]52;c;é@\\", "@[=1;2;3z", "@[ q", "@[1 q",
    ])
  func swallowed(_ text: String) {
    #expect(InputDecoder.events(of: (text + "x").replacingEscapes.utf8) == Self.keys("x"))
  }

  @Test(
    "A background is light or dark, with any number of digits",
    arguments: [
      ("@]11;rgb:1e1e/1e1e/1e1e\u{7}", .dark), ("@]11;rgb:ffff/ffff/ffff@\\", .light),
      ("@]11;rgb:f/f/f\u{7}", .light), ("@]11;rgb:00/2b/36@\\", .dark), ("@]11;rgb:FDD/F66/E33\u{7}", .light),
      ("@]11;rgba:1/1/1/1@\\", .dark), ("@]11;rgb:ffff/0/0@\\", .dark), ("@]11;rgb:0/ffff/0\u{7}", .light),
    ] as [(String, Background)])
  func background(_ text: String, _ background: Background) {
    #expect(
      InputDecoder.events(of: (text + "x").replacingEscapes.utf8) == [.background(background)]
        + Self.keys("x"))
  }

  @Test(
    "The values of COLORFGBG",
    arguments: [
      ("15;0", .dark), ("0;15", .light), ("0;default;15", .light), ("7;8", .dark), ("0;7", .light),
      ("15", .light),
      ("", .unknown), ("15;default", .unknown), ("0;16", .unknown), ("0;", .unknown), ("0;-1", .unknown),
    ] as [(String, Background)])
  func variable(_ text: String, _ background: Background) {
    #expect(Background(foregroundAndBackground: text) == background)
  }

  @Test("The answer that every terminal gives is delivered, which ends the wait")
  func fence() {
    #expect(
      InputDecoder.events(of: "@]11;rgb:0/0/0@\\@[?64;1;2c".replacingEscapes.utf8) == [
        .background(.dark), .deviceAttributes(hasSixels: false),
      ])
  }

  @Test("A broken sequence swallows no following key")
  func brokenSequence() {
    #expect(InputDecoder.events(of: "@[?1;@[A".replacingEscapes.utf8) == Self.keys("Up"))
  }

  @Test(
    "Input that begins like an answer but ends otherwise was typed",
    arguments: [
      ("@_Girls", "Esc+_ G i r l s"), ("@]1é", "Esc+] 1 é"), ("@_Girls@[A", "Esc+_ G i r l s Up"),
      ("@_G@", "Esc+_ G Escape"), ("@P1@x", "Esc+P 1 Esc+x"), ("@_Girls\u{D}", "Esc+_ G i r l s Enter"),
    ])
  func typedLikeAnAnswer(_ text: String, _ keys: String) {
    #expect(InputDecoder.events(of: text.replacingEscapes.utf8) == Self.keys(keys))
    var decoder = InputDecoder()
    _ = decoder.decode("\u{1B}_Girl".utf8)
    #expect(decoder.isWaiting && decoder.isWithinAnswer)
    #expect(decoder.decode("s\u{7}".utf8).isEmpty && !decoder.isWaiting)
  }

  @Test(
    "A clipboard answer of 200 kB types nothing, whole or in pieces",
    arguments: [1, 7, 4096, 65_536, 250_000], ["\u{7}", "\u{1B}\\", "\u{18}"])
  func longAnswer(_ piece: Int, _ end: String) {
    let bytes = Array(("\u{1B}]52;c;" + String(repeating: "aGVsbG8K", count: 25_000) + end).utf8)
    var decoder = InputDecoder()
    var events: [TerminalEvent] = []
    var taken = 0
    while taken < bytes.count {
      events += decoder.decode(bytes[taken..<min(bytes.count, taken + piece)])
      taken += piece
      // A slow line: by now the answer is longer than anything typed.
      if piece > 8, taken > 8192, taken < bytes.count { events += decoder.timeOut() }
    }
    events += decoder.decode("x\u{1B}[A".utf8)
    #expect(events == Self.keys("x Up"))
  }

  @Test("A long unfinished answer is dropped after a pause, and a key sequence ends it")
  func endless() {
    var decoder = InputDecoder()
    #expect(decoder.decode(("\u{1B}]11;" + String(repeating: "a", count: 70_000)).utf8).isEmpty)
    var other = decoder
    #expect(decoder.timeOut().isEmpty && !decoder.isWaiting)
    #expect(decoder.decode("x".utf8) == Self.keys("x"))
    #expect(other.decode("\u{1B}[Ay".utf8) == Self.keys("Up y"))
    let sequence = "\u{1B}[" + String(repeating: "1;", count: 1_000) + "x"
    #expect(InputDecoder.events(of: sequence.utf8).last == .key(KeyEvent(.character("x"))))
  }

  @Test("Typing during a stalled answer works, and the answer's end is recognised")
  func typing() {
    var decoder = InputDecoder()
    #expect(decoder.decode(("\u{1B}]52;c;" + String(repeating: "a", count: 70_000)).utf8).isEmpty)
    var whole = decoder
    #expect(decoder.timeOut().isEmpty)
    #expect(decoder.decode("h".utf8) == Self.keys("h") && decoder.decode("i\r".utf8) == Self.keys("i Enter"))
    for end in ["\u{7}", "\u{1B}\\", "aaa=\u{7}"] {
      var other = whole
      #expect(other.timeOut().isEmpty && other.decode(end.utf8).isEmpty)
      #expect(other.decode("x".utf8) == Self.keys("x"))
    }
    // Without a pause it is a part of the answer, however short.
    #expect(whole.decode("aa".utf8).isEmpty && whole.decode("\u{7}".utf8).isEmpty)
  }

  @Test(
    "The first key that cannot belong to a broken answer ends it",
    arguments: [
      ("@]11;rgb:12\u{D}", "Enter"), ("@]11;rgb:12/3hello\u{3}", "h e l l o C-c"),
      ("@P1$r0m\u{18}b", "C-x b"),
      ("@_Gi=31;O\u{7F}x", "Backspace x"), ("@]52;c;aGVs@[A", "Up"), ("@P>|xterm(390)\u{1}", "C-a"),
      ("@]10;rgb:1@x", "Esc+x"),
    ])
  func keyBehindCutOff(_ text: String, _ keys: String) {
    var decoder = InputDecoder()
    #expect(decoder.decode(text.replacingEscapes.utf8) + decoder.finish() == Self.keys(keys))
  }

  @Test(
    "Text typed after a broken answer returns when the answer is dropped", arguments: [0, 5_000])
  func typedBehindCutOff(_ length: Int) {
    for beginning in ["\u{1B}]52;c;aGVsbG8", "\u{1B}P>|xterm", "\u{1B}_Gi=31;OK"] {
      var decoder = InputDecoder()
      let bytes = Array((beginning + String(repeating: "a", count: length)).utf8)
      #expect(decoder.decode(bytes).isEmpty)
      decoder.endPiece(of: bytes.count)
      for letter in "you" {
        #expect(decoder.decode(String(letter).utf8).isEmpty)
        decoder.endPiece(of: 1)
      }
      var other = decoder
      #expect(decoder.timeOut() == Self.keys("y o u"))
      #expect(other.decode("\r".utf8) == Self.keys("y o u Enter"))
    }
  }

  @Test("Escape right before a click, a paste or a focus change is Escape")
  func escapeBeforeReports() {
    #expect(
      InputDecoder.events(of: "@@[<0;1;1M@@[M !!@@[I".replacingEscapes.utf8) == Self.keys("Esc")
        + [Self.mouse(.press(.left), 0, 0)] + Self.keys("Esc") + [Self.mouse(.press(.left), 0, 0)]
        + Self.keys("Esc") + [.focus(true)])
    #expect(
      InputDecoder.events(of: "@@[200~hi@[201~".replacingEscapes.utf8) == Self.keys("Esc") + [.paste("hi")])
    #expect(
      InputDecoder.events(of: "@@]11;rgb:0/0/0\u{7}".replacingEscapes.utf8) == Self.keys("Esc")
        + [.background(.dark)])
  }

  @Test("The start of a background answer is never typed, however slow the line")
  func background() {
    for end in 3..<"\u{1B}]11;rgb:ffff/ffff/ffff".utf8.count {
      var decoder = InputDecoder()
      let part = "\u{1B}]11;rgb:ffff/ffff/ffff".utf8.prefix(end)
      let events = decoder.decode(part) + decoder.timeOut()
      #expect(events.isEmpty || end < 5, "\(String(part) ?? "")")
    }
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}]".utf8).isEmpty && decoder.mayBeginAnswer)
    #expect(decoder.decode("11;rgb:ffff/ffff/ffff\u{7}".utf8).count == 1 && !decoder.mayBeginAnswer)
    #expect(decoder.decode("\u{1B}[".utf8).isEmpty && decoder.mayBeginAnswer)
    #expect(decoder.decode("?62;c".utf8) == [.deviceAttributes(hasSixels: false)])
    #expect(decoder.decode("\u{1B}[1".utf8).isEmpty && !decoder.mayBeginAnswer)
  }

  @Test(
    "Pasted text is delivered as it is, without keys",
    arguments: [
      "", "hello", "a\u{1B}[Ab\r\n\tc\u{3}", "é漢👨‍👩‍👧", "\u{1B}[200~", "\u{1B}[201", "\u{1B}\u{1B}[20",
      "\u{1B}[20\u{1B}",
    ])
  func paste(_ text: String) {
    let bytes = "x\u{1B}[200~\(text)\u{1B}[201~y".utf8
    #expect(InputDecoder.events(of: bytes) == Self.keys("x") + [.paste(text), .paste("y")])
  }

  @Test("A paste that is not UTF-8 contains U+FFFD")
  func invalidPaste() {
    let bytes = Array("\u{1B}[200~a".utf8) + [0xFF, 0xC3] + Array("b\u{1B}[201~".utf8)
    #expect(InputDecoder.events(of: bytes) == [.paste("a\u{FFFD}\u{FFFD}b")])
  }

  @Test("A paste waits for its end; at the end of input the part is delivered")
  func openPaste() {
    var decoder = InputDecoder()
    #expect(decoder.decode("\u{1B}[200~abc".utf8) == [])
    #expect(decoder.isWaiting && decoder.isWithinPaste)
    #expect(decoder.decode("d\u{1B}[201".utf8) == [])
    var other = decoder
    #expect(decoder.decode("~".utf8) == [.paste("abcd")])
    #expect(decoder.timeOut() == [] && !decoder.isWaiting)
    #expect(decoder.decode("e".utf8) == Self.keys("e"))
    #expect(other.finish() == [.paste("abcd\u{1B}[201")])
  }

  @Test("A large paste in pieces is one event")
  func largePaste() {
    var decoder = InputDecoder()
    var events = decoder.decode("\u{1B}[200~".utf8)
    let piece = [UInt8](repeating: UInt8(ascii: "a"), count: 4_096)
    for _ in 0..<50 { events += decoder.decode(piece) }
    events += decoder.decode("\u{1B}[201~".utf8)
    #expect(events == [.paste(String(repeating: "a", count: 50 * 4_096))])
  }
}
