import Glibc
import TerminalScreen

/// Reads what is typed, in as large pieces as there are, and has it decoded.
@MainActor
final class InputReader {
  private let descriptor: Int32
  private let delay: Int
  private let overhear: (([UInt8]) -> Void)?
  private let tell: ([TerminalEvent]) -> Void
  private var decoder = InputDecoder()
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var watch: DescriptorWatch?
  private var isPaused = false
  private var isAtEnd = false
  /// So much is one batch at most: the screen may show something while a book is pasted.
  private static let batchLimit = 4 << 20
  /// How many milliseconds an answer has to come on: a line can be slow. What has not ended by then was typed.
  private static let answerDelay = 1000

  /// - Parameters:
  ///   - escapeDelay: the milliseconds after which an Escape is alone.
  ///   - overhear: is given what came as it came, and no bytes when for so long none did.
  init(
    descriptor: Int32, escapeDelay: Int, overhear: (([UInt8]) -> Void)? = nil,
    tell: @escaping ([TerminalEvent]) -> Void
  ) {
    self.descriptor = descriptor
    delay = escapeDelay
    self.overhear = overhear
    self.tell = tell
    watch = DescriptorWatch(descriptor, for: .reading) { [weak self] in
      self?.giveUpWaiting()
    } happen: { [weak self] in
      self?.read()
    }
  }

  /// Leaves what is typed to others.
  func pause() {
    guard !isPaused, !isAtEnd else { return }
    isPaused = true
    watch?.deadline = nil
    watch?.isActive = false
  }

  func goOn() {
    guard isPaused else { return }
    isPaused = false
    // What was begun before has its end elsewhere.
    decoder = InputDecoder()
    watch?.isActive = true
  }

  func stop() { watch?.stop() }

  private func read() {
    var events: [TerminalEvent] = []
    var total = 0
    while total < Self.batchLimit, hasInput {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        total += count
        overhear?(Array(buffer[..<count]))
        events += decoder.decode(buffer[..<count])
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        end()
        events += decoder.finish() + [.hangUp]
        break
      }
    }
    wait()
    if !events.isEmpty { tell(events) }
  }

  /// Once the other end is gone there would be something to read for ever.
  private func end() {
    isAtEnd = true
    watch?.stop()
  }

  private func wait() {
    let patience = decoder.isWithinAnswer ? max(delay, Self.answerDelay) : delay
    watch?.deadline = decoder.isWaiting && !isAtEnd ? Monotonic.milliseconds + patience : nil
  }

  private func giveUpWaiting() {
    guard !isPaused, !isAtEnd else { return }
    // The rest may be here by now, and only the program was late.
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
