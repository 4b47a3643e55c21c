/// What was killed, the latest first. All composers and lists share one, so that words can be carried
/// from one to the other.
nonisolated final class KillRing {
  private let limit = 60
  private var entries: [Clipping] = []

  var count: Int { entries.count }

  /// The entry so many before the latest; behind the oldest one it begins anew.
  func entry(_ index: Int) -> Clipping? {
    entries.isEmpty ? nil : entries[index % entries.count]
  }

  /// Nothing of it comes back.
  func forget() { entries = [] }

  /// Adds what was killed or copied.
  func add(_ clipping: Clipping) {
    guard !clipping.isEmpty else { return }
    entries.insert(clipping, at: 0)
    if entries.count > limit { entries.removeLast() }
  }

  /// Joins a kill with the one right before it, so that C-y brings back all of them.
  func join(_ clipping: Clipping, before: Bool) {
    guard let last = entries.first else { return add(clipping) }
    entries[0] = before ? clipping + last : last + clipping
  }
}
