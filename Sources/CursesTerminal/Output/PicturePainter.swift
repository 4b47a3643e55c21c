import TerminalScreen

/// Makes a terminal show exactly the pictures of a frame, by kitty's graphics protocol.
///
/// A picture is sent once, and placed where it is to be seen. A placement is over the cells under it whatever is written
/// there, so each has to be deleted; cleared with all cells of the screen, it is gone with its pixels.
struct PicturePainter {
  private struct Sent {
    let number: Int
    let picture: Picture
  }

  private struct Shown {
    /// The picture's.
    let number: Int
    /// Its own.
    let placement: Int
    let picture: PlacedPicture
  }

  /// What the terminal keeps, those shown last at the end.
  private var sent: [Sent] = []
  private var shown: [Shown] = []
  /// What the terminal may still keep, though it is believed to be gone.
  private var lost: [Int] = []
  private var lastNumber = 0
  private var lastPlacement = 0
  /// How many bytes of pixels the terminal may keep, beside those that are shown.
  private let mostKept: Int

  init(mostKept: Int = 8 << 20) { self.mostKept = mostKept }

  /// Whether nothing has to be done for a frame without pictures.
  var isIdle: Bool { sent.isEmpty && lost.isEmpty }

  /// Nobody knows what the terminal still has: it is cleared, or has another size.
  mutating func forget() {
    lost += sent.map(\.number)
    sent = []
    shown = []
  }

  /// The terminal has nothing of it any more.
  mutating func reset() {
    sent = []
    shown = []
    lost = []
  }

  /// - Returns: the output to be written behind that of the cells, and whether there is more to be sent afterwards: of the
  ///   pictures that the terminal has not, it is only the first.
  mutating func text(for pictures: [PlacedPicture]) -> (text: String, isWhole: Bool) {
    var text = lost.map { Self.command("a=d,d=I,i=\($0),q=2") }.joined()
    lost = []
    for old in shown where !pictures.contains(old.picture) {
      text += Self.command("a=d,d=i,i=\(old.number),p=\(old.placement),q=2")
    }
    shown.removeAll { !pictures.contains($0.picture) }
    var moves = ""
    var hasSent = false
    var isWhole = true
    for picture in pictures where !shown.contains(where: { $0.picture == picture }) {
      if let index = sent.firstIndex(where: { $0.picture == picture.picture }) {
        sent.append(sent.remove(at: index))
      } else if !hasSent {
        hasSent = true
        lastNumber += 1
        sent.append(Sent(number: lastNumber, picture: picture.picture))
        moves += Self.sending(picture.picture, as: lastNumber)
      } else {
        isWhole = false
        continue
      }
      guard let number = sent.last?.number else { continue }
      lastPlacement += 1
      shown.append(Shown(number: number, placement: lastPlacement, picture: picture))
      moves += Self.placing(picture, number, lastPlacement)
    }
    // ncurses must find the cursor where it left it.
    if !moves.isEmpty { text += "\u{1B}7" + moves + "\u{1B}8" }
    return (text + freeing(), isWhole)
  }

  /// Has the terminal forget what was not shown for the longest time.
  private mutating func freeing() -> String {
    var text = ""
    var bytes = sent.reduce(0) { $0 + $1.picture.bytes.count }
    while bytes > mostKept,
      let index = sent.firstIndex(where: { one in !shown.contains { $0.number == one.number } })
    {
      let old = sent.remove(at: index)
      bytes -= old.picture.bytes.count
      text += Self.command("a=d,d=I,i=\(old.number),q=2")
    }
    return text
  }

  // MARK: Commands

  /// Ends what is being sent, and deletes all that this screen shows; a terminal without pictures ignores it.
  static let leaving = "\u{1B}\\" + command("m=0,q=2") + command("a=d,d=A,q=2")

  /// The most letters of base 64 in a command.
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

  private static func placing(_ picture: PlacedPicture, _ number: Int, _ placement: Int) -> String {
    let (cells, source) = (picture.visible, picture.source)
    return "\u{1B}[\(cells.row + 1);\(cells.column + 1)H"
      + command(
        "a=p,i=\(number),p=\(placement),x=\(source.column),y=\(source.row),w=\(source.columns),h=\(source.rows),"
          + "c=\(cells.columns),r=\(cells.rows),C=1,q=2")
  }
}
