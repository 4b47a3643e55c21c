/// The commands after `:` with which vi quits and saves.
package nonisolated enum ViQuitting {
  /// Whether a vi command quits. Text in a composer does not prevent quitting, because it is saved.
  package static func quits(_ name: String) -> Bool { quitting.contains(name) }

  /// Whether a vi command only saves, which Inkwell does by itself.
  package static func saves(_ name: String) -> Bool { name == "w" }

  // Not `x`: `:x` is also a face that people send.
  private static let quitting: Set = ["q", "q!", "qa", "qa!", "wq", "wq!", "wqa", "xa"]
}
