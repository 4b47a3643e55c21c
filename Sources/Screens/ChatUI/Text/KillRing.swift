/// Killed text, the latest first. All composers and lists share one kill ring, so that text can be moved between them.
nonisolated final class KillRing {
  private let limit = 60
  private var entries: [Clipping] = []

  var count: Int { entries.count }

  /// The entry at an index, counted from the latest one. After the oldest the count starts again.
  func entry(_ index: Int) -> Clipping? {
    entries.isEmpty ? nil : entries[index % entries.count]
  }

  /// Removes everything: nothing of it can be yanked any more.
  func forget() { entries = [] }

  /// Adds killed or copied text.
  func add(_ clipping: Clipping) {
    guard !clipping.isEmpty else { return }
    entries.insert(clipping, at: 0)
    if entries.count > limit { entries.removeLast() }
  }

  /// Joins a kill with the one right before it, so that one yank brings back both.
  func join(_ clipping: Clipping, before: Bool) {
    guard let last = entries.first else { return add(clipping) }
    entries[0] = before ? clipping + last : last + clipping
  }
}
