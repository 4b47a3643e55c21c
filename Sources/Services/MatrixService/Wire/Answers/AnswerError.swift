public import JSON

/// Why bytes are not the answer that was asked for.
public enum AnswerError: Error, Hashable, Sendable {
  case notJSON(JSONError)
  /// What no answer of this kind can be without is not there, or is something else.
  case lacks(String)
}
