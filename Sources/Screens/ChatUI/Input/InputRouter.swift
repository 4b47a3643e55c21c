import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// Routes terminal input: keys to commands, text to panels and composers.
struct InputRouter {
  let context: AppContext
  let navigator: Navigator
  let commands: CommandRunner
  let mouse: MouseRouter
  private var keymap: Keymap { context.keymap }

  /// Handles everything that arrived since the last frame, after the keys that were held for suggestions.
  func handle(_ events: [TerminalEvent]) {
    let held = navigator.heldKeys
    typeHeld(in: navigator.thread)
    typeHeld(in: navigator.channel)
    held.typeUnlessFocused(navigator.focused?.composer)
    var typed = ""
    for event in held.isEmpty ? events : held.release() + events {
      guard case .escapeAndKey = event else {
        take(event, &typed)
        continue
      }
      // The meaning of the event depends on where the text typed before it leads.
      type(&typed)
      for key in event.resolved(isMeta: isMeta) { take(key, &typed) }
    }
    type(&typed)
  }

  /// - Parameter typed: the text that is not inserted yet.
  private func take(_ event: TerminalEvent, _ typed: inout String) {
    let held = navigator.heldKeys
    switch event {
    // Counted one by one: input after a command in the same batch is newer than the command. Held input is counted twice.
    case .key, .paste: context.input.keyCount += 1
    default: break
    }
    if navigator.waitingComposer != nil, held.endsWaiting(event) {
      navigator.giveUpWaiting()
      return context.setNeedsFrame()
    }
    guard !held.mustHold(event, for: navigator.waitingComposer) else {
      type(&typed)
      held.hold(event, for: navigator.waitingComposer)
      return context.setNeedsFrame()
    }
    if case .key(let key) = event, context.input.pendingKeys.isEmpty, !context.input.isDescribing,
      let character = plainText(of: key)
    {
      typed.append(character)
      // The keys that follow may have another meaning once this is typed.
      if typingReturnsToComposer { type(&typed) }
      return
    }
    type(&typed)
    handle(event)
  }

  /// Inserts the text that was held for an answer that did not arrive.
  private func typeHeld(in conversation: Conversation?) {
    guard let composer = conversation?.composer, let reason = composer.answer.takeFailure() else { return }
    navigator.heldKeys.type(into: composer, because: reason)
  }

  private func handle(_ event: TerminalEvent) {
    context.setNeedsFrame()
    switch event {
    case .key(let key): press(key)
    case .escapeAndKey: break
    case .paste(let text): paste(text)
    case .pasteBegins: context.input.isPasting = true
    case .mouse(let event): mouse.handle(event)
    case .focus(let isFocused): context.input.isTerminalFocused = isFocused
    case .resized:
      context.terminal.invalidate()
      navigator.panels.panel?.resize()
    case .background(let background): context.settings.background = background
    case .keysIgnored: context.say(.keysIgnored)
    case .deviceAttributes, .showsPictures: break
    case .hangUp, .terminate:
      navigator.giveUpWaiting()
      context.end(isHangUp: event == .hangUp)
    }
  }

  // MARK: Keys

  private func press(_ key: KeyEvent) {
    context.notices.clear()
    if context.input.isDescribing { return describe(key) }
    if !isVisible { return pressUnseen(key) }
    if leavesQuestion(key) { navigator.panels.close() }
    if context.input.pendingKeys.isEmpty, navigator.panels.take(key) { return }
    if context.input.pendingKeys.isEmpty, let outcome = viComposer?.take(key) {
      return commands.respond(to: outcome)
    }
    let keys = context.input.pendingKeys + [key]
    context.input.pendingKeys = []
    switch meaning(of: keys) {
    case .command(let command):
      forgetUnfinished(before: command)
      commands.perform(command)
      // A name is being looked up: hold these keys and the ones after them until the answer arrives.
      if let composer = navigator.focused?.composer, composer.answer.purpose == .meaning {
        navigator.heldKeys.holdAgain(keys, for: composer)
      }
    case .unfinished: context.input.pendingKeys = keys
    case .nothing where keys.count > 1:
      forgetUnfinished(before: nil)
      // C-x C-g: the user cancelled the sequence.
      if key != KeyEvent(.escape), key != KeyEvent(.character("g"), .control) {
        context.say(.notBound(name(of: keys)))
      }
    case .nothing:
      forgetUnfinished(before: nil)
      sayUnbound(key)
    }
  }

  /// Whether the terminal is large enough to show what a key would do.
  private var isVisible: Bool { context.isLineMode || ScreenLayout.fits(context.terminal.size) }

  /// On a screen that is too small, no key sends anything or answers a question. Typed text is kept, and the program can be left.
  private func pressUnseen(_ key: KeyEvent) {
    let keys = context.input.pendingKeys + [key]
    context.input.pendingKeys = []
    switch meaning(of: keys) {
    case .command(.global(let command)) where [.quit, .suspend, .redraw].contains(command):
      commands.perform(.global(command))
    case .unfinished: context.input.pendingKeys = keys
    case .command, .nothing: break
    }
  }

  /// Cancels an unfinished vi command, which does not survive another key.
  private func forgetUnfinished(before command: Command?) {
    if case .vi? = command { return }
    viComposer?.vi?.forgetUnfinished()
    navigator.panels.forgetUnfinished()
  }

  /// The focused composer, if it uses vi keys.
  private var viComposer: Composer? {
    guard navigator.panels.panel == nil, let focused = navigator.focused, focused.selection == nil,
      focused.composer.vi != nil
    else { return nil }
    return focused.composer
  }

  private func meaning(of keys: [KeyEvent]) -> Keymap.Answer {
    let areas = navigator.keyAreas
    let meaning = keymap.meaning(of: keys, in: areas)
    // Enter accepts a suggestion only after the selection was moved; before that it is the composer's key.
    if meaning == .command(.popup(.acceptChosen)),
      navigator.focused?.composer.completion.popup?.isMoved != true
    {
      return keymap.meaning(of: keys, in: areas.filter { $0 != .popup })
    }
    if case .command(.panel(let command)) = meaning, navigator.panels.panel?.takes(command) == false {
      return keymap.meaning(of: keys, in: areas.filter { $0 != .panel })
    }
    return meaning
  }

  /// Whether Escape and a key count as the key with Alt here. If that key is unbound, they are two keys wherever Escape has an
  /// effect: otherwise it would not leave message mode, and letters typed after it would run as commands. Elsewhere, and where
  /// Escape would close a thread, the user is told that the key with Alt is unbound.
  private func isMeta(_ key: KeyEvent) -> Bool {
    if meaning(of: context.input.pendingKeys + [key]) != .nothing { return true }
    if case .character = key.key, key.modifiers.isSubset(of: [.alt, .shift]) {
      return context.input.isDescribing || context.input.pendingKeys.isEmpty && !commands.canStepBack
    }
    // A key that types nothing, such as Enter, might send the text that Escape restores.
    return context.input.pendingKeys.isEmpty
      && keymap.isBound(key, in: KeyArea.areas(in: context.settings.keyStyle))
  }

  /// Says what a key does here, without performing it. A sequence is described once it is complete.
  private func describe(_ key: KeyEvent) {
    let keys = context.input.pendingKeys + [key]
    context.input.pendingKeys = []
    switch meaning(of: keys) {
    case .unfinished:
      context.input.pendingKeys = keys
      return
    case .command(let command):
      let binding = keymap.bindings.first { $0.command == command }
      context.say(.key(name(of: keys), does: binding?.meaning ?? "not supported here"))
    case .nothing where keys.count == 1 && plainText(of: key) != nil:
      context.say(.typesItself(name(of: keys)))
    case .nothing where keys.count == 1: sayUnbound(key)
    case .nothing: context.say(.notBound(name(of: keys)))
    }
    context.input.isDescribing = false
  }

  /// The name of keys at the beginning of a notice. A letter is quoted, because a notice begins with a capital.
  private func name(of keys: [KeyEvent]) -> String {
    let name = KeySequence(keys).description
    return name.first?.isLowercase == true ? "“\(name)”" : name
  }

  /// Handles a key that is unbound here: says where it is bound, or that it is bound nowhere.
  private func sayUnbound(_ key: KeyEvent) {
    let others = KeyArea.areas(in: context.settings.keyStyle).filter { keymap.isBound(key, in: [$0]) }
    guard !others.isEmpty else { return context.say(.notBound(name(of: [key]))) }
    let places = others.map { $0.title.prefix(1).lowercased() + $0.title.dropFirst() }
    context.say(.boundOnly(name(of: [key]), places.joined(separator: ", or ")))
  }

  // MARK: Text

  /// The character a key types, if the key has no other effect here.
  private func plainText(of key: KeyEvent) -> Character? {
    guard let character = key.typed else { return nil }
    // While a question is open, letters never choose an answer: they are text or vi keys.
    if navigator.panels.isAsking { return isViNormal ? nil : character }
    guard isTyping else { return nil }
    return keymap.isBound(key, in: navigator.keyAreas) ? nil : character
  }

  /// Whether a key leaves a question and is a vi key in a mode where letters type no text.
  private func leavesQuestion(_ key: KeyEvent) -> Bool {
    navigator.panels.isAsking && isViNormal && context.input.pendingKeys.isEmpty && key.typed != nil
  }

  /// Whether the composer behind a panel has the focus and is in vi's normal mode.
  private var isViNormal: Bool {
    guard let focused = navigator.focused, focused.selection == nil else { return false }
    return focused.composer.vi?.isInserting == false
  }

  /// Whether letters insert text; in vi's normal mode they do not.
  private var isTyping: Bool {
    navigator.panels.panel == nil
      ? navigator.focused?.composer.vi?.isInserting ?? true : navigator.panels.isInserting
  }

  /// Whether typed text closes a question or leaves message mode, and so goes to the composer.
  private var typingReturnsToComposer: Bool {
    navigator.panels.isAsking || navigator.panels.panel == nil && navigator.focused?.selection != nil
  }

  private func type(_ text: inout String) {
    guard !text.isEmpty else { return }
    context.notices.clear()
    if navigator.panels.type(text) {
      context.setNeedsFrame()
    } else {
      if let focused = navigator.focused, focused.selection != nil {
        focused.selection = nil
        context.setNeedsFrame()
      }
      if let composer = navigator.focused?.composer {
        composer.type(text)
      } else {
        navigator.earlyInput.take(.text(text))
      }
    }
    text = ""
  }

  private func paste(_ text: String) {
    context.input.isPasting = false
    context.input.isDescribing = false
    context.notices.clear()
    context.input.pendingKeys = []
    if navigator.panels.type(text) { return }
    navigator.focused?.selection = nil
    guard let composer = navigator.focused?.composer else { return navigator.earlyInput.take(.paste(text)) }
    commands.respond(to: composer.paste(text))
  }
}
