/// Holds work back that nobody waits for, for as long as somebody waits for something else.
final class Gate {
  private(set) var isClosed = false
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func close() { isClosed = true }

  /// What waits goes on, in the order in which it came.
  func open() {
    isClosed = false
    let all = waiting
    waiting = []
    for one in all { one.resume() }
  }

  /// Returns when it is open: at once if it is, without giving way to anything else.
  func pass() async {
    while isClosed { await withCheckedContinuation { waiting.append($0) } }
  }
}
