import Glibc
import TerminalScreen

/// Reads the input, in pieces as large as available, and decodes it.
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
  /// The maximum size of a batch, so that the screen is updated while a book is pasted.
  private static let batchLimit = 4 << 20
  /// The number of milliseconds to wait for the rest of an answer on a slow line. Without an end by then, it was typed.
  private static let answerDelay = 1000

  /// - Parameters:
  ///   - escapeDelay: the milliseconds after which an Escape is a key of its own.
  ///   - overhear: receives the bytes as they came, and an empty call after a pause.
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

  /// Leaves the input to other programs.
  func pause() {
    guard !isPaused, !isAtEnd else { return }
    isPaused = true
    watch?.deadline = nil
    watch?.isActive = false
  }

  func goOn() {
    guard isPaused else { return }
    isPaused = false
    // The rest of a sequence begun earlier went elsewhere.
    decoder = InputDecoder()
    watch?.isActive = true
  }

  func stop() { watch?.stop() }

  /// Reads on while the condition holds and input comes, but not for longer than this many milliseconds.
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

  /// Once the other end is gone, the descriptor would be readable for ever.
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
    // The rest may have arrived already, and only the program was late.
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
