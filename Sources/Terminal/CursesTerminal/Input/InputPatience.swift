import TerminalScreen

/// The timeouts for incomplete input.
struct InputPatience {
  /// The milliseconds after which an Escape is a key of its own.
  private let escapeDelay: Int
  /// When the answer that has begun counts as cut off; nil outside an answer.
  private var answerEnd: Int?
  private var lastPiece = 0
  /// The milliseconds for the rest of an answer on a slow line. Without an end by then, it was cut off, or typed.
  private static let answerDelay = 200
  /// The milliseconds for the rest of a paste. Without an end by then, it is told as far as it came.
  private static let pasteDelay = 2000
  /// The milliseconds without input after which keys behind a paste are keys again.
  private static let burstDelay = 30

  init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Notes how many bytes one read returned.
  mutating func take(pieceOf count: Int) { lastPiece = count }

  /// When to stop waiting for the rest of what has come, in milliseconds; nil if nothing waits.
  mutating func deadline(for decoder: InputDecoder, isAnswerAwaited: Bool, at now: Int) -> Int? {
    defer { if !decoder.isWithinAnswer { answerEnd = nil } }
    guard decoder.isWaiting else { return nil }
    if decoder.isWithinPaste { return now + Self.pasteDelay }
    let answerDelay = max(escapeDelay, Self.answerDelay)
    if decoder.isWithinAnswer {
      // Keys that are typed behind an answer without an end do not hold it open.
      let end = lastPiece > InputDecoder.mostTypedAtOnce ? now + answerDelay : answerEnd ?? now + answerDelay
      answerEnd = end
      return end
    }
    if decoder.mayBeginAnswer, isAnswerAwaited { return now + answerDelay }
    return now + (decoder.isBehindPaste ? max(escapeDelay, Self.burstDelay) : escapeDelay)
  }
}
