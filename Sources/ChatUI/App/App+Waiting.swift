import ChatScreens
import TerminalScreen

/// A key that waits for suggestions holds those behind it, in order: what they mean depends on its outcome. `@ana`, Tab
/// and Enter are the same message whether they come one by one or all at once over a slow line.
extension App {
  /// The composer in which a key waits for suggestions.
  var waiting: ComposerPane? {
    [thread, channel].compactMap { $0?.composer }.first { $0.isAwaitingChoice }
  }

  /// Whether an event has to wait for the suggestions that a key before it waits for. Text is typed on meanwhile, as
  /// long as no other key waits before it: it is saved, and goes behind what will be found.
  func mustWait(_ event: TerminalEvent) -> Bool {
    switch event {
    case .focus, .resized, .hangUp, .terminate, .pasteBegins, .keysIgnored, .background, .deviceAttributes:
      return false
    case .mouse, .paste, .key: break
    }
    guard let waiting else { return false }
    guard case .key(let key) = event else { return true }
    if case .character = key.key, key.modifiers.isSubset(of: [.shift]) {
      return !held.isEmpty || !pendingKeys.isEmpty || waiting.mustHoldText
    }
    return true
  }

  /// Gives up waiting: nothing more is done than to keep the text that was typed. Also where the wait has just ended and
  /// the keys behind it have not been pressed yet.
  func giveUpWaiting() {
    if let waiting {
      waiting.stopAwaiting()
      if waiting.popup != nil { waiting.dismissPopup() }
      typeHeld(into: waiting, nil)
    } else if !held.isEmpty, let holder {
      typeHeld(into: holder, nil)
    }
  }

  /// Types the text among the keys that waited for a choice that has come to nothing. None of them sends: the message
  /// would not be the one that was meant.
  func typeHeld(into composer: ComposerPane, _ reason: String?) {
    var text = ""
    var lineEnds = ""
    for event in held {
      switch event {
      case .paste(let pasted):
        text += lineEnds + pasted
        lineEnds = ""
      case .key(let key):
        if case .character(let character) = key.key, key.modifiers.isSubset(of: [.shift]) {
          text += lineEnds + String(character)
          lineEnds = ""
        } else if isSending(key) {
          // The words behind it were meant to be a message of their own.
          lineEnds = "\n"
        }
      case .mouse, .focus, .resized, .hangUp, .terminate, .pasteBegins, .keysIgnored, .background,
        .deviceAttributes:
        break
      }
    }
    let isNotSent = held.contains { if case .key(let key) = $0 { isSending(key) } else { false } }
    held = []
    if !text.isEmpty { composer.type(text) }
    let parts = [reason, isNotSent ? "nothing was sent" : nil].compactMap(\.self)
    guard !parts.isEmpty else { return }
    say(Notice(parts.joined(separator: "; "), .warning))
  }

  /// Whether it is a step back from waiting.
  func endsWaiting(_ event: TerminalEvent) -> Bool {
    guard waiting != nil, case .key(let key) = event else { return false }
    return switch keymap.meaning(of: [key], in: [.popup, .global]) {
    case .command(.popup(.dismiss)), .command(.global(.ladder)), .command(.global(.interrupt)): true
    default: false
    }
  }

  private func isSending(_ key: KeyEvent) -> Bool {
    keymap.meaning(of: [key], in: [.composer]) == .command(.composer(.send))
  }
}
