/// The names by which vi quits and saves, after its colon.
package nonisolated enum ViQuitting {
  /// Whether a command of vi quits: a text in a composer never stops that, because it is saved.
  package static func quits(_ name: String) -> Bool { quitting.contains(name) }

  /// Whether a command of vi only saves, which happens here by itself.
  package static func saves(_ name: String) -> Bool { name == "w" }

  // Not `x`: `:x` is also a face that people send.
  private static let quitting: Set = ["q", "q!", "qa", "qa!", "wq", "wq!", "wqa", "xa"]
}
