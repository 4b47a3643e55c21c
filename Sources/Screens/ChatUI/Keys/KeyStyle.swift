/// With which keys one edits.
public nonisolated enum KeyStyle: Hashable, Sendable {
  /// Those of Emacs and Readline.
  case emacs
  /// Those of vi, with its modes; what vi does not bind keeps its meaning.
  case vi
}
