import Glibc
import TerminalScreen

/// Reads the input in pieces as large as available, and decodes it.
@MainActor
final class InputReader {
  private let descriptor: Int32
  private let overhear: (([UInt8]) -> Void)?
  private let isAnswerAwaited: () -> Bool
  private let tell: ([TerminalEvent]) -> Void
  private var decoder = InputDecoder()
  private var patience: InputPatience
  /// Twice as much as a terminal sends at once (4 kB).
  private var buffer = [UInt8](repeating: 0, count: 8_192)
  private var watch: DescriptorWatch?
  private var isPaused = false
  private var isAtEnd = false
  /// Whether the start of the current paste has been reported.
  private var isPasteTold = false
  /// The maximum size of a batch, so that the screen is updated during a very long paste.
  private static let batchLimit = 4 << 20
  /// A shorter read has usually emptied the input, so the check for more is left to the main loop.
  private static let shortRead = 64

  /// - Parameters:
  ///   - escapeDelay: the milliseconds after which a lone Escape is a key.
  ///   - overhear: receives the bytes as they arrived, and an empty call after a pause.
  ///   - isAnswerAwaited: whether a question to the terminal is still unanswered.
  init(
    descriptor: Int32, escapeDelay: Int, overhear: (([UInt8]) -> Void)? = nil,
    isAnswerAwaited: @escaping () -> Bool = { false },
    tell: @escaping ([TerminalEvent]) -> Void
  ) {
    self.descriptor = descriptor
    patience = InputPatience(escapeDelay: escapeDelay)
    self.overhear = overhear
    self.isAnswerAwaited = isAnswerAwaited
    self.tell = tell
    watch = DescriptorWatch(descriptor, for: .reading) { [weak self] in
      self?.giveUpWaiting()
    } happen: { [weak self] in
      self?.read()
    }
  }

  /// Stops reading, so that other programs get the input.
  func pause() {
    guard !isPaused, !isAtEnd else { return }
    let rest = surrender()
    isPaused = true
    watch?.deadline = nil
    watch?.isActive = false
    if !rest.isEmpty { tell(rest) }
  }

  /// Returns events not delivered yet, including an unfinished paste, because the program ends or is stopped.
  func surrender() -> [TerminalEvent] {
    guard !isPaused, !isAtEnd else { return [] }
    let events = collect(untilEmpty: true)
    return decoder.isWithinPaste || decoder.isBehindPaste ? events + decoder.finish() : events
  }

  func goOn() {
    guard isPaused else { return }
    isPaused = false
    // Another program has read the rest of an unfinished sequence.
    decoder = InputDecoder()
    watch?.isActive = true
  }

  func stop() { watch?.stop() }

  /// Continues to read while the condition holds and input arrives, for at most this many milliseconds.
  func read(atMost milliseconds: Int, while isWanted: () -> Bool) {
    let end = Monotonic.milliseconds + milliseconds
    while isWanted(), !isPaused, !isAtEnd {
      var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let rest = end - Monotonic.milliseconds
      guard rest > 0, poll(&request, 1, Int32(rest)) > 0 else { return }
      read()
    }
  }

  private func read() {
    var events = collect()
    if decoder.isWithinPaste, !isPasteTold { events.append(.pasteBegins) }
    isPasteTold = decoder.isWithinPaste
    wait()
    if !events.isEmpty { tell(events) }
  }

  /// - Parameter untilEmpty: whether to read until the input is empty, because there will be no later check.
  private func collect(untilEmpty: Bool = false) -> [TerminalEvent] {
    var events: [TerminalEvent] = []
    var total = 0
    var mayHaveMore = hasInput
    while total < Self.batchLimit, mayHaveMore {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        total += count
        mayHaveMore = (untilEmpty || count >= Self.shortRead) && hasInput
        overhear?(Array(buffer[..<count]))
        let new = decoder.decode(buffer[..<count])
        decoder.endPiece(of: count)
        patience.take(pieceOf: count)
        events = events.isEmpty ? new : events + new
      } else if count < 0, errno == EINTR {
        continue
      } else if count < 0, errno == EAGAIN {
        // Another process has taken the input since it was announced.
        break
      } else {
        end()
        events += decoder.finish() + [.hangUp]
        break
      }
    }
    return events
  }

  /// Stops reading: once the other end is gone, the descriptor stays readable forever.
  private func end() {
    isAtEnd = true
    watch?.stop()
  }

  private func wait() {
    let deadline = patience.deadline(
      for: decoder, isAnswerAwaited: isAnswerAwaited(), at: Monotonic.milliseconds)
    watch?.deadline = isAtEnd ? nil : deadline
  }

  private func giveUpWaiting() {
    guard !isPaused, !isAtEnd else { return }
    // The rest may have arrived already, while the program was busy.
    guard !hasInput else { return read() }
    let events = decoder.timeOut()
    overhear?([])
    wait()
    if !events.isEmpty { tell(events) }
  }

  private var hasInput: Bool {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&request, 1, 0) > 0
  }
}

/// The timeouts for incomplete input.
struct InputPatience {
  /// The milliseconds after which a lone Escape is a key.
  private let escapeDelay: Int
  /// When the current answer counts as cut off; nil outside an answer.
  private var answerEnd: Int?
  private var lastPiece = 0
  /// The milliseconds to wait for the rest of an answer on a slow line. If its end has not arrived by then, the answer was cut
  /// off, or the bytes were typed.
  private static let answerDelay = 200
  /// The milliseconds to wait for the rest of a paste. If its end has not arrived by then, the part so far is delivered.
  private static let pasteDelay = 2000
  /// The milliseconds without input after which keys are no longer part of the preceding paste.
  private static let burstDelay = 30

  init(escapeDelay: Int) { self.escapeDelay = escapeDelay }

  /// Notes how many bytes one read returned.
  mutating func take(pieceOf count: Int) { lastPiece = count }

  /// When to stop waiting for the rest of unfinished input, in milliseconds; nil if there is none.
  mutating func deadline(for decoder: InputDecoder, isAnswerAwaited: Bool, at now: Int) -> Int? {
    defer { if !decoder.isWithinAnswer { answerEnd = nil } }
    guard decoder.isWaiting else { return nil }
    if decoder.isWithinPaste { return now + Self.pasteDelay }
    let answerDelay = max(escapeDelay, Self.answerDelay)
    if decoder.isWithinAnswer {
      // Keys typed after an unterminated answer do not extend its deadline.
      let end = lastPiece > InputDecoder.mostTypedAtOnce ? now + answerDelay : answerEnd ?? now + answerDelay
      answerEnd = end
      return end
    }
    if decoder.mayBeginAnswer, isAnswerAwaited { return now + answerDelay }
    return now + (decoder.isBehindPaste ? max(escapeDelay, Self.burstDelay) : escapeDelay)
  }
}
