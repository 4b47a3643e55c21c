/// The stops and closing quotes and brackets that may end a sentence, read from left to right.
struct StopRun {
  private var hasStop = false
  private var isWide = false

  /// Whether a run can hold the kind at all.
  static func mayHold(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop, .wideStop, .closer, .apostrophe, .initialQuote: true
    default: false
    }
  }

  /// Adds the next Character, or reports that the run ends before it.
  mutating func takes(_ kind: CharacterKind) -> Bool {
    switch kind {
    case .stop: hasStop = true
    case .wideStop:
      hasStop = true
      isWide = true
    case .closer, .apostrophe: return hasStop
    // It closes in „Ja.“ but opens in 好。“是”, where no blank would tell the two apart.
    case .initialQuote: return hasStop && !isWide
    default: return false
    }
    return true
  }

  /// Whether the run ends a sentence when this follows; `nil` is the end of the text.
  func endsSentence(before kind: CharacterKind?) -> Bool {
    hasStop && (isWide || kind?.isBlank ?? true)
  }
}
