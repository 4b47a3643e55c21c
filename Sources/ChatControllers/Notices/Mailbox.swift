/// The elements that one listener has not taken yet, in order.
final class Mailbox<Element: Broadcastable> {
  /// The queue length beyond which the queue is compacted.
  private var limit = 1000
  private var waiting: [Int: Element] = [:]
  private var numbers: [CoalescingKey: Int] = [:]
  private var first = 0
  private var end = 0
  private var listeners: [CheckedContinuation<Element?, Never>] = []
  private var isFinished = false

  /// The number of waiting elements.
  var count: Int { waiting.count }

  func put(_ element: Element) {
    guard !isFinished else { return }
    guard listeners.isEmpty else { return listeners.removeFirst().resume(returning: element) }
    append(element)
    guard waiting.count > limit else { return }
    let kept = Element.compacted((first..<end).compactMap { waiting[$0] })
    (waiting, numbers, first, end) = ([:], [:], 0, 0)
    for element in kept { append(element) }
    // If compacting does not help, it is not tried again for every further element.
    limit = max(1000, 2 * waiting.count)
  }

  /// The next element, as soon as there is one; nil after the last.
  func next() async -> Element? {
    while first < end {
      let number = first
      first += 1
      guard let element = waiting.removeValue(forKey: number) else { continue }
      if let coalescingKey = element.coalescingKey { numbers[coalescingKey] = nil }
      return element
    }
    if isFinished { return nil }
    return await withCheckedContinuation { listeners.append($0) }
  }

  /// Ends the mailbox; waiting elements can still be taken.
  func finish() {
    isFinished = true
    for listener in listeners { listener.resume(returning: nil) }
    listeners = []
  }

  private func append(_ element: Element) {
    if let coalescingKey = element.coalescingKey, let before = numbers.updateValue(end, forKey: coalescingKey)
    {
      waiting[before] = nil
    }
    waiting[end] = element
    end += 1
  }
}
