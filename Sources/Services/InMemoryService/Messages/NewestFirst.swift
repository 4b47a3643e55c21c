import ChatDomain

/// The merged elements of several logs, the newest first (a heap over the logs' ends).
struct NewestFirst {
  /// The maximum number of elements taken from a log at a time. It starts with one: of thousands of logs, few are read
  /// further.
  private static let largestStep = 64

  private struct Head {
    let log: Int
    var rest: ArraySlice<MessageRecord>
    /// The number of elements before those.
    var rank: Int
    var token: UInt64
    var step = 1
  }

  private let logs: [OrderedLog<MessageRecord>]
  private var heap: [Head] = []

  init(_ logs: [OrderedLog<MessageRecord>], before token: UInt64) {
    self.logs = logs
    for index in logs.indices {
      let head = Head(log: index, rest: [], rank: logs[index].count(below: token), token: 0)
      guard let filled = refilled(head) else { continue }
      heap.append(filled)
    }
    for index in heap.indices.reversed() { sink(index) }
  }

  var isAtEnd: Bool { heap.isEmpty }

  mutating func next() -> (log: Int, record: MessageRecord)? {
    guard !heap.isEmpty, let record = heap[0].rest.popLast() else { return nil }
    let log = heap[0].log
    if let head = refilled(heap[0]) {
      heap[0] = head
    } else {
      heap.swapAt(0, heap.count - 1)
      heap.removeLast()
    }
    sink(0)
    return (log, record)
  }

  private func refilled(_ head: Head) -> Head? {
    var head = head
    if head.rest.isEmpty {
      let ranks = ListWindow.before(head.rank, limit: head.step)
      head.step = min(head.step * 4, Self.largestStep)
      head.rest = logs[head.log].elements(in: ranks)[...]
      head.rank = ranks.lowerBound
    }
    guard let last = head.rest.last else { return nil }
    head.token = last.token
    return head
  }

  private mutating func sink(_ start: Int) {
    var index = start
    while true {
      var largest = index
      for child in [2 * index + 1, 2 * index + 2] where child < heap.count {
        if heap[child].token > heap[largest].token { largest = child }
      }
      if largest == index { return }
      heap.swapAt(index, largest)
      index = largest
    }
  }
}
