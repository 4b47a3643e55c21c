/// Values by their keys, of which the most recently added are kept. The older half is removed at once, so that the amortized
/// cost of an addition is constant.
nonisolated struct RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private(set) var values: [Key: Value] = [:]
  /// The keys, the oldest first.
  private var order: [Key] = []
  /// Between this number of values and twice as many are kept.
  var limit: Int

  init(limit: Int) { self.limit = limit }

  subscript(key: Key) -> Value? { values[key] }

  /// - Returns: the values that were forgotten to make room.
  @discardableResult
  mutating func set(_ value: Value, for key: Key) -> [Value] {
    if values.updateValue(value, forKey: key) == nil { order.append(key) }
    guard order.count > 2 * limit else { return [] }
    defer { order.removeFirst(limit) }
    return order.prefix(limit).compactMap { values.removeValue(forKey: $0) }
  }

  mutating func remove(_ key: Key) -> Value? {
    guard let value = values.removeValue(forKey: key) else { return nil }
    order.removeAll { $0 == key }
    return value
  }
}
