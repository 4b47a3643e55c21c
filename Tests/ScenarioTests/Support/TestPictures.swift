import ChatDomain
import ChatUI
import Synchronization
import TerminalScreen

/// A decoder without a child. Bytes that begin with a width and a height are a picture of one colour, the third of them.
nonisolated final class TestPictures: PictureReader {
  private let state = Mutex<
    (begun: Int, decoded: Int, obstacle: String?, isClosed: Bool, waiting: [CheckedContinuation<Void, Never>])
  >(
    (0, 0, nil, false, []))

  /// How many decoding was begun of.
  var begun: Int { state.withLock { $0.begun } }

  /// How many were decoded.
  var decoded: Int { state.withLock { $0.decoded } }

  var obstacle: String? {
    get { state.withLock { $0.obstacle } }
    set { state.withLock { $0.obstacle = newValue } }
  }

  /// Until it is opened nothing is decoded.
  func close() { state.withLock { $0.isClosed = true } }

  func open() {
    let waiting = state.withLock { state in
      state.isClosed = false
      defer { state.waiting = [] }
      return state.waiting
    }
    for one in waiting { one.resume() }
  }

  func picture(in bytes: [UInt8], fitting size: PictureSize) async throws(ProgramError) -> Picture {
    await withCheckedContinuation { continuation in
      let waits = state.withLock { state in
        state.begun += 1
        if state.isClosed { state.waiting.append(continuation) }
        return state.isClosed
      }
      if !waits { continuation.resume() }
    }
    state.withLock { $0.decoded += 1 }
    guard bytes.count >= 3,
      let picture = Picture(
        width: Int(bytes[0]), height: Int(bytes[1]),
        bytes: (0..<Int(bytes[0]) * Int(bytes[1])).flatMap { _ in [bytes[2], 0, 0, 255] })
    else { throw ProgramError("it is damaged") }
    let scale = min(
      1, Double(size.width) / Double(picture.width), Double(size.height) / Double(picture.height))
    return picture.scaled(
      width: Int((Double(picture.width) * scale).rounded()),
      height: Int((Double(picture.height) * scale).rounded()))
  }
}
