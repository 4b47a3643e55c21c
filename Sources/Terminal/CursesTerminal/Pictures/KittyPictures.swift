import TerminalScreen

/// kitty's graphics protocol.
///
/// A picture is sent once, and placed wherever it is visible. A placement covers its cells regardless of later text, so it has
/// to be deleted explicitly. Clearing the whole screen also deletes placements and their pixels.
struct KittyPictures: PictureLanguage {
  private struct Sent {
    let number: Int
    let picture: Picture
  }

  /// The pictures that the terminal keeps, the last shown at the end.
  private var sent: [Sent] = []
  /// Pictures that the terminal is assumed to have lost, but may still keep.
  private var lost: [Int] = []
  private var lastNumber = 0
  private var lastPlacement = 0
  /// The maximum number of bytes of pixels in the terminal, besides the visible pictures.
  private let mostKept: Int

  init(mostKept: Int = 8 << 20) { self.mostKept = mostKept }

  var isInCells: Bool { false }

  var isIdle: Bool { sent.isEmpty && lost.isEmpty }

  func canShow(_ placed: PlacedPicture, cell: Size?) -> Bool { true }

  mutating func forget() {
    lost += sent.map(\.number)
    sent = []
  }

  mutating func clearing() -> String {
    defer { lost = [] }
    return lost.map { Self.command("a=d,d=I,i=\($0),q=2") }.joined()
  }

  mutating func showing(_ placed: PlacedPicture, cell: Size?, mayBeMuch: Bool) -> ShownPicture? {
    let number: Int
    var drawn = ShownPicture(text: "")
    if let index = sent.firstIndex(where: { $0.picture == placed.picture }) {
      let known = sent.remove(at: index)
      sent.append(known)
      number = known.number
      drawn.isMuch = false
    } else {
      guard mayBeMuch else { return nil }
      lastNumber += 1
      number = lastNumber
      sent.append(Sent(number: number, picture: placed.picture))
      drawn.text = Self.sending(placed.picture, as: number)
    }
    lastPlacement += 1
    drawn.text += CursorSequence.move(to: placed) + Self.placing(placed, number, lastPlacement)
    drawn.removal = Self.command("a=d,d=i,i=\(number),p=\(lastPlacement),q=2")
    return drawn
  }

  /// Deletes the least recently shown pictures from the terminal.
  mutating func freeing(besides shown: [PlacedPicture]) -> String {
    var text = ""
    var bytes = sent.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > mostKept,
      let index = sent.firstIndex(where: { one in !shown.contains { $0.picture == one.picture } })
    {
      let old = sent.remove(at: index)
      bytes -= old.picture.bytes.count
      text += Self.command("a=d,d=I,i=\(old.number),q=2")
    }
    return text
  }

  // MARK: Commands

  /// Ends an unfinished command and deletes all pictures. A terminal without pictures ignores it.
  var leaving: String { "\u{1B}\\" + Self.command("m=0,q=2") + Self.command("a=d,d=A,q=2") }

  /// The maximum number of base 64 letters in a command.
  private static let chunk = 4096

  private static func command(_ keys: String) -> String { "\u{1B}_G\(keys)\u{1B}\\" }

  private static func sending(_ picture: Picture, as number: Int) -> String {
    var keys = "a=t,f=32,s=\(picture.width),v=\(picture.height),i=\(number),q=2,"
    let step = chunk / 4 * 3
    var text = ""
    for start in stride(from: 0, to: picture.bytes.count, by: step) {
      let end = min(start + step, picture.bytes.count)
      keys += "m=\(end < picture.bytes.count ? 1 : 0)"
      text += command("\(keys);\(Base64.text(Array(picture.bytes[start..<end])))")
      keys = "q=2,"
    }
    return text
  }

  private static func placing(_ placed: PlacedPicture, _ number: Int, _ placement: Int) -> String {
    let (cells, source) = (placed.visible, placed.source)
    return command(
      "a=p,i=\(number),p=\(placement),x=\(source.column),y=\(source.row),w=\(source.columns),h=\(source.rows),"
        + "c=\(cells.columns),r=\(cells.rows),C=1,q=2")
  }
}
