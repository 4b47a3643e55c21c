import ChatScreens
import Composer
import TerminalScreen

/// The keys after one that waits for suggestions, in order: their meaning depends on the answer. `@ana`, Tab and Enter produce
/// the same message whether they arrive one by one or all at once over a slow line.
final class HeldKeys {
  private var events: [TerminalEvent] = []
  /// The composer that the keys are for.
  private weak var composer: Composer?
  private let context: AppContext

  init(context: AppContext) {
    self.context = context
  }

  var isEmpty: Bool { events.isEmpty }

  /// Holds an event for the composer in which a key waits.
  func hold(_ event: TerminalEvent, for composer: Composer?) {
    events.append(event)
    self.composer = composer
  }

  /// Holds keys that are handled again after an answer, before all others.
  func holdAgain(_ keys: [KeyEvent], for composer: Composer?) {
    events = keys.map { .key($0) } + events
    self.composer = composer
  }

  /// Removes all held events, to be handled now.
  func release() -> [TerminalEvent] {
    defer { events = [] }
    return events
  }

  /// Whether an event has to wait for the suggestions that an earlier key waits for. Text is inserted at once, and so saved,
  /// unless other input is held before it or the waiting key must act on the text as it is.
  ///
  /// - Parameter waiting: the composer in which a key waits.
  func mustHold(_ event: TerminalEvent, for waiting: Composer?) -> Bool {
    switch event {
    case .focus, .resized, .hangUp, .terminate, .pasteBegins, .keysIgnored, .background, .deviceAttributes,
      .showsPictures:
      return false
    case .mouse, .paste, .key, .escapeAndKey: break
    }
    guard let waiting else { return false }
    guard case .key(let key) = event else { return true }
    if key.typed != nil {
      return !events.isEmpty || !context.input.pendingKeys.isEmpty || waiting.answer.mustHoldText
    }
    return true
  }

  /// Whether an event cancels the wait.
  func endsWaiting(_ event: TerminalEvent) -> Bool {
    guard case .key(let key) = event else { return false }
    return switch context.keymap.meaning(of: [key], in: [.popup, .global]) {
    case .command(.popup(.dismiss)), .command(.global(.stepBack)), .command(.global(.interrupt)): true
    default: false
    }
  }

  /// Stops waiting and only inserts the held text, also if the wait has just ended and the held keys were not handled yet.
  ///
  /// - Parameter waiting: the composer in which a key waits.
  func giveUp(in waiting: Composer?) {
    if let waiting {
      waiting.answer.end()
      waiting.completion.dismiss()
      type(into: waiting, because: nil)
    } else {
      typeRest()
    }
  }

  /// Inserts the remaining held text if the user has gone elsewhere, so that no held key sends the text.
  func typeUnlessFocused(_ focused: Composer?) {
    if focused !== composer { typeRest() }
  }

  private func typeRest() {
    if !events.isEmpty, let composer { type(into: composer, because: nil) }
  }

  /// Inserts the held text after a lookup without a result. Held keys do not send, because the message would not be the
  /// intended one.
  func type(into composer: Composer, because reason: String?) {
    var text = ""
    var lineEnds = ""
    for event in events {
      switch event {
      case .paste(let pasted):
        text += lineEnds + pasted
        lineEnds = ""
      case .key(let key):
        if let character = key.typed {
          text += lineEnds + String(character)
          lineEnds = ""
        } else if isSending(key) {
          // The text after the key was meant as a separate message.
          lineEnds = "\n"
        }
      case .escapeAndKey, .mouse, .focus, .resized, .hangUp, .terminate, .pasteBegins, .keysIgnored,
        .background, .deviceAttributes, .showsPictures:
        break
      }
    }
    let isNotSent = events.contains { if case .key(let key) = $0 { isSending(key) } else { false } }
    events = []
    if !text.isEmpty { composer.type(text) }
    if let notice = Notice.notAnswered(reason, isNotSent: isNotSent) { context.say(notice) }
  }

  private func isSending(_ key: KeyEvent) -> Bool {
    context.keymap.meaning(of: [key], in: [.composer]) == .command(.composer(.send))
  }
}
