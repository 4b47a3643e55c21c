import ChatDomain
import DraftEngine

/// The beginning of a draft's text that alone decides what the row of its channel shows: most keys are typed behind it.
struct PreviewPrefix {
  let channel: ChannelID
  private let bytes: [UInt8]

  /// Bytes of one more scalar: it decides whether the last shown Character ends there.
  private static let longestScalar = 4

  /// Nil if what may be typed behind the text would be shown, too.
  ///
  /// - Parameter words: what of the text is shown.
  init?(of text: String, shownAs words: String, in channel: ChannelID) {
    let count = words.utf8.count + Self.longestScalar
    // A text of blanks is shown as its files.
    guard text.utf8.count >= count, !words.isBlank else { return nil }
    self.channel = channel
    bytes = Array(text.utf8.prefix(count))
  }

  func isPrefix(of text: String) -> Bool {
    let text = text.utf8.span
    guard text.count >= bytes.count else { return false }
    for index in bytes.indices where text[index] != bytes[index] { return false }
    return true
  }
}
