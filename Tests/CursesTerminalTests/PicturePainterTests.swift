import TerminalScreen
import TestSupport
import Testing

@testable import CursesTerminal

@Suite("Pictures in kitty's protocol")
struct PicturePainterTests {
  private let screen = Rect(Size(columns: 80, rows: 24))

  private func picture(_ width: Int, _ height: Int, _ shade: UInt8 = 7) throws -> Picture {
    try #require(
      Picture(width: width, height: height, bytes: Array(repeating: shade, count: width * height * 4)))
  }

  private func placed(_ picture: Picture, _ column: Int, _ row: Int, _ size: Size) -> PlacedPicture {
    PlacedPicture(
      picture, in: Rect(column: column, row: row, columns: size.columns, rows: size.rows), clip: screen)
  }

  @Test("A picture is sent once and placed without moving the cursor; moving it sends only its placement")
  func bytes() throws {
    var painter = PicturePainter(KittyPictures())
    let small = try picture(2, 1, 255)
    let first = placed(small, 4, 9, Size(columns: 2, rows: 1))
    #expect(painter.isIdle)
    var (text, isWhole) = painter.text(for: [first])
    #expect(
      text == "\u{1B}7\u{1B}_Ga=t,f=32,s=2,v=1,i=1,q=2,m=0;//////////8=\u{1B}\\\u{1B}[10;5H"
        + "\u{1B}_Ga=p,i=1,p=1,x=0,y=0,w=2,h=1,c=2,r=1,C=1,q=2\u{1B}\\\u{1B}8")
    #expect(isWhole && !painter.isIdle)
    text = painter.text(for: [first]).text
    #expect(text.isEmpty)
    (text, isWhole) = painter.text(for: [placed(small, 4, 8, Size(columns: 2, rows: 1))])
    #expect(
      text == "\u{1B}_Ga=d,d=i,i=1,p=1,q=2\u{1B}\\\u{1B}7\u{1B}[9;5H"
        + "\u{1B}_Ga=p,i=1,p=2,x=0,y=0,w=2,h=1,c=2,r=1,C=1,q=2\u{1B}\\\u{1B}8")
    #expect(painter.text(for: []).text == "\u{1B}_Ga=d,d=i,i=1,p=2,q=2\u{1B}\\")
    #expect(painter.text(for: []).text.isEmpty)
    painter.forget()
    #expect(painter.text(for: []).text == "\u{1B}_Ga=d,d=I,i=1,q=2\u{1B}\\")
    #expect(painter.isIdle && painter.text(for: []).text.isEmpty)
  }

  @Test("The part cut by the edge is cut from the pixels")
  func cut() throws {
    let large = try picture(100, 80)
    let above = placed(large, 10, -5, Size(columns: 20, rows: 8))
    #expect(above.visible == Rect(column: 10, row: 0, columns: 20, rows: 3))
    #expect(above.source == Rect(column: 0, row: 50, columns: 100, rows: 30))
    let below = placed(large, 70, 20, Size(columns: 20, rows: 8))
    #expect(below.source == Rect(column: 0, row: 0, columns: 50, rows: 40))
    var painter = PicturePainter(KittyPictures())
    let text = painter.text(for: [above]).text
    #expect(text.contains("\u{1B}[1;11H\u{1B}_Ga=p,i=1,p=1,x=0,y=50,w=100,h=30,c=20,r=3,C=1,q=2\u{1B}\\"))
  }

  @Test("A large picture goes in commands of 4096 letters, one picture at a time")
  func pieces() throws {
    var painter = PicturePainter(KittyPictures())
    let pictures = try [
      placed(picture(40, 40, 1), 0, 0, Size(columns: 10, rows: 5)),
      placed(picture(40, 40, 2), 0, 6, Size(columns: 10, rows: 5)),
      placed(picture(40, 40, 1), 20, 0, Size(columns: 10, rows: 5)),
    ]
    var model = ModelGraphics()
    var (text, isWhole) = painter.text(for: pictures)
    model.take(text)
    #expect(text.contains(",m=1;") && text.contains("\u{1B}_Gq=2,m=0;"))
    #expect(!isWhole && model.shown == ModelGraphics.wanted([pictures[0], pictures[2]]))
    (text, isWhole) = painter.text(for: pictures)
    model.take(text)
    #expect(isWhole && model.shown == ModelGraphics.wanted(pictures) && model.sentCount == 2)
    #expect(model.faults.isEmpty, "\(model.faults)")
  }

  @Test("Leaving the screen for good ends the transmission")
  func leaving() {
    #expect(
      KittyPictures().leaving == "\u{1B}\\\u{1B}_Gm=0,q=2\u{1B}\\\u{1B}_Ga=d,d=A,q=2\u{1B}\\")
    #expect(KittyPictures().leaving.utf8.count <= 64)
  }

  @Test(
    "After any sequence of frames the terminal shows the last one and keeps no more than allowed",
    arguments: 0..<(isSoak ? 200 : 20))
  func random(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let library = try (0..<8).map { number in
      try picture(.random(in: 1...60, using: &random), .random(in: 1...60, using: &random), UInt8(number))
    }
    let mostKept = Int.random(in: 0...40_000, using: &random)
    var painter = PicturePainter(KittyPictures(mostKept: mostKept))
    var model = ModelGraphics()
    for _ in 0..<60 {
      var wanted: [PlacedPicture] = []
      for row in 0..<Int.random(in: 0...4, using: &random) {
        guard let picture = library.randomElement(using: &random) else { continue }
        let size = Size(
          columns: .random(in: 1...40, using: &random), rows: .random(in: 1...6, using: &random))
        let one = placed(
          picture, .random(in: 0...60, using: &random), row * 7 - Int.random(in: 0...2, using: &random), size)
        if !one.visible.isEmpty { wanted.append(one) }
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        // The screen is cleared; some terminals keep the pixels.
        painter.forget()
        if Bool.random(using: &random) { model.clear() }
      case 1:
        painter = PicturePainter(KittyPictures(mostKept: mostKept))
        model.clear()
      default: break
      }
      var isWhole = false
      while !isWhole {
        let result = painter.text(for: wanted)
        model.take(result.text)
        isWhole = result.isWhole
      }
      #expect(model.faults.isEmpty, "\(model.faults)")
      #expect(model.shown == ModelGraphics.wanted(wanted))
      let used = Set(wanted.map(\.picture.bytes)).reduce(0) { $0 + $1.count }
      #expect(model.images.values.reduce(0) { $0 + $1.count } <= max(mostKept, used))
    }
  }
}
