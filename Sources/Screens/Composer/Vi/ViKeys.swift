import ChatControllers
import DraftEngine
import TerminalScreen

/// The keys of vi in one composer: assembles commands from counts, registers, operators and motions, and runs them.
package final class ViKeys {
  private let editor: ComposerTextEditor
  private let context: any ComposerContext
  private let session: ViSession
  private let editing: ViEditing
  private let selection: ViSelection
  private var unfinished = ViUnfinishedCommand()
  private var insertion: ViInsertion?

  private var draft: MessageDraft { editor.draft }

  init(_ editor: ComposerTextEditor, session: ViSession, context: any ComposerContext) {
    self.editor = editor
    self.session = session
    self.context = context
    selection = ViSelection(editor)
    editing = ViEditing(editor, session: session, context: context)
  }

  package var isInserting: Bool { session.isInserting }
  /// Whether an operator waits for a motion.
  package var awaitsMotion: Bool { unfinished.operation != nil }
  private var isVisual: Bool { editor.selection.extent != .region }

  /// The active key areas of vi, the topmost first.
  package var areas: [KeyArea] {
    if isInserting { return [.insert] }
    if isVisual { return [.textObject, .visual, .normal] }
    return unfinished.operation == nil ? [.normal] : [.textObject, .normal]
  }

  /// The mode, with the typed beginning of a command.
  var mode: String {
    let name =
      switch editor.selection.extent {
      case _ where isInserting: "INSERT"
      case .region: "NORMAL"
      case .characters: "VISUAL"
      case .lines: "VISUAL LINE"
      }
    return unfinished.isEmpty ? name : "\(name) \(unfinished.typed)"
  }

  // MARK: Keys

  /// Handles a key that continues a command: a digit, the Character to find, or the operator's own key again.
  ///
  /// - Returns: the effect; nil if the key does not continue a command.
  func take(_ key: KeyEvent) -> ComposerOutcome? {
    guard !isInserting else { return nil }
    if let command = unfinished.waiting { return finish(command, with: key) }
    if let begun = unfinished.unknown {
      if key.key != .escape { context.say(.notBound("“\(begun) \(KeySequence([key]))”")) }
      return fail()
    }
    guard let character = key.typed else {
      if key.key == .escape, !unfinished.isEmpty {
        forgetUnfinished()
        return .done
      }
      return nil
    }
    if let digit = character.wholeNumberValue, character.isASCII, digit > 0 || counted != nil {
      counted = min((counted ?? 0) * 10 + digit, ViUnfinishedCommand.largestCount)
      unfinished.typed.append(character)
      return .done
    }
    if Self.unknownBeginnings.contains(character), !context.keymap.isBound(key, in: areas) {
      unfinished.unknown = character
      unfinished.typed.append(character)
      return .done
    }
    // "dd", "guu": the operator's last key again means whole lines.
    if let operation = unfinished.operation,
      context.keymap.keys(of: .vi(operation)).contains(where: { $0.keys.last == key })
    {
      return operate(operation, on: .lines)
    }
    return nil
  }

  /// The first keys of marks and macros, which are not supported. The next key belongs to them and must not act by itself.
  private static let unknownBeginnings: Set<Character> = ["m", "q", "@", "'", "`"]

  private var counted: Int? {
    get { unfinished.operation == nil ? unfinished.count : unfinished.secondCount }
    set {
      if unfinished.operation == nil {
        unfinished.count = newValue
      } else {
        unfinished.secondCount = newValue
      }
    }
  }

  /// Continues the command begun in another composer whose text was moved to this one.
  package func goOn(with other: ViKeys) {
    unfinished = other.unfinished
    other.forgetUnfinished()
  }

  /// Discards the typed beginning of a command.
  package func forgetUnfinished() { unfinished = ViUnfinishedCommand() }

  func perform(_ command: ViCommand) -> ComposerOutcome {
    if command == .normalMode { return endInserting() }
    if command.needsCharacter {
      unfinished.waiting = command
      unfinished.typed += context.key(of: .vi(command))
      return .done
    }
    if let operation = command.operation {
      if isVisual { return operateOnSelection(operation, command.takesLines) }
      if let motion = command.ownMotion { return operate(operation, on: motion) }
      guard let begun = unfinished.operation else {
        unfinished.operation = operation
        unfinished.typed += context.key(of: .vi(command)).filter { $0 != " " }
        return .done
      }
      guard begun == operation else { return fail() }
      return operate(operation, on: .lines)
    }
    if command.isTextObject {
      if let operation = unfinished.operation { return operate(operation, on: .textObject(command)) }
      return select(command)
    }
    if command.isMotion { return move(command, nil) }
    guard unfinished.operation == nil else { return fail() }
    return act(command)
  }

  /// Discards the typed beginning of a command, and reports that the key had no effect.
  private func fail() -> ComposerOutcome {
    forgetUnfinished()
    return .nothing
  }

  private func finish(_ command: ViCommand, with key: KeyEvent) -> ComposerOutcome {
    unfinished.waiting = nil
    let isNewline = key.key == .enter && command == .replace
    guard let character = isNewline ? "\n" : key.typed else { return fail() }
    switch command {
    case .register:
      guard ViRegisters.isName(character) else {
        context.say(.noRegister(character))
        return fail()
      }
      unfinished.register = character
      unfinished.typed.append(character)
      return .done
    case .replace:
      if isVisual {
        editing.replace(selection.object, with: character)
        editor.deselect()
        settle()
        forgetUnfinished()
        return .done
      }
      return complete(ViCompleteCommand(command: .replace, count: unfinished.times, replacement: character))
    default:
      let find = ViFind(
        character: character, isBackward: command == .findBackward || command == .tillBackward,
        isTill: command == .till || command == .tillBackward)
      session.find = find
      return move(command, find)
    }
  }

  // MARK: Motions

  private func move(_ command: ViCommand, _ find: ViFind?) -> ComposerOutcome {
    if let operation = unfinished.operation { return operate(operation, on: .motion(command, find)) }
    let count = unfinished.times
    forgetUnfinished()
    guard let target = editing.target(of: command, find, count: count, for: nil) else { return .nothing }
    let before = draft.utf8Caret
    if !target.keepsColumn {
      editing.goalColumn = command == .lineEnd ? .max : nil
    } else if editing.goalColumn == nil {
      editing.goalColumn = ViText(draft.text).column(of: before)
    }
    draft.utf8Caret = target.place
    settle()
    return .effect(draft.utf8Caret != before)
  }

  private func select(_ command: ViCommand) -> ComposerOutcome {
    let count = unfinished.times ?? 1
    forgetUnfinished()
    return .effect(selection.select(command, count: count))
  }

  // MARK: Operators

  private func operate(_ operation: ViCommand, on object: ViCompleteCommand.Object) -> ComposerOutcome {
    complete(
      ViCompleteCommand(
        command: operation, count: unfinished.times, register: unfinished.register, object: object))
  }

  private func operateOnSelection(_ operation: ViCommand, _ takesLines: Bool) -> ComposerOutcome {
    let text = ViText(draft.text)
    var object = selection.object
    if takesLines { object = text.wholeLines(object) }
    let command = ViCompleteCommand(
      command: operation, count: unfinished.times, register: unfinished.register,
      object: text.extent(of: object))
    forgetUnfinished()
    draft.beginUndoGroup()
    let hadEffect = editing.operate(
      operation, on: object, times: command.count ?? 1, register: command.register,
      caret: selection.start)
    editor.deselect()
    return finished(command, hadEffect: hadEffect)
  }

  // MARK: Other commands

  private func act(_ command: ViCommand) -> ComposerOutcome {
    switch command {
    case .visual, .visualLines:
      forgetUnfinished()
      selection.toggle(command == .visual ? .characters : .lines)
      settle()
      return .done
    case .otherEnd:
      forgetUnfinished()
      return .effect(editor.exchangeMark())
    case .repeat: return repeatChange()
    case .command: return beginCommand()
    case .put, .putBefore, .join:
      let complete = ViCompleteCommand(
        command: command, count: unfinished.times, register: unfinished.register)
      return isVisual ? changeSelection(complete) : self.complete(complete)
    default:
      return complete(ViCompleteCommand(command: command, count: unfinished.times))
    }
  }

  private func changeSelection(_ command: ViCompleteCommand) -> ComposerOutcome {
    forgetUnfinished()
    draft.beginUndoGroup()
    guard command.command == .join else {
      let hadEffect = editing.putOverSelection(command)
      editor.deselect()
      return finished(command, hadEffect: hadEffect, isRepeatable: false)
    }
    var join = command
    join.count = ViText(draft.text).lineCount(of: selection.object)
    draft.utf8Caret = selection.object.range.lowerBound
    editor.deselect()
    return finished(join, hadEffect: editing.perform(join))
  }

  /// Makes the program ask for a command line.
  private func beginCommand() -> ComposerOutcome {
    forgetUnfinished()
    return .beginCommand
  }

  /// Runs a complete command, and remembers it for `.` if it has changed anything.
  private func complete(_ command: ViCompleteCommand) -> ComposerOutcome {
    forgetUnfinished()
    draft.beginUndoGroup()
    return finished(command, hadEffect: editing.perform(command))
  }

  private func finished(
    _ command: ViCompleteCommand, hadEffect: Bool, isRepeatable: Bool = true
  ) -> ComposerOutcome {
    guard hadEffect else {
      draft.endUndoGroup()
      settle()
      return .nothing
    }
    editing.goalColumn = nil
    if command.command.insertsText {
      session.isInserting = true
      session.insertingKeys = self
      insertion = ViInsertion(after: command, in: draft)
      return .done
    }
    draft.endUndoGroup()
    if isRepeatable, command.command.changesText { session.change = ViChange(command: command) }
    settle()
    return .done
  }

  private func repeatChange() -> ComposerOutcome {
    let count = unfinished.times
    forgetUnfinished()
    guard var change = session.change else { return .nothing }
    if let count { change.command.count = count }
    draft.beginUndoGroup()
    defer {
      draft.endUndoGroup()
      settle()
    }
    guard editing.perform(change.command) else { return .nothing }
    if change.command.command.insertsText {
      editing.insert(change.inserted, times: change.command.insertionCount, opening: change.command.command)
      draft.utf8Caret = ViText(draft.text).retreat(draft.utf8Caret, by: 1)
    }
    session.change = change
    return .done
  }

  // MARK: Insert mode

  /// Ends insert mode, and repeats the typed text as often as the count says.
  private func endInserting() -> ComposerOutcome {
    session.insertingKeys?.finishInsertion(isRepeated: session.insertingKeys === self)
    session.isInserting = false
    let caret = draft.utf8Caret
    draft.utf8Caret = ViText(draft.text).retreat(caret, by: 1)
    return .done
  }

  /// - Parameter isRepeated: whether the typed text is repeated as often as the count says. False for a composer that has lost
  ///   the focus.
  private func finishInsertion(isRepeated: Bool = false) {
    guard let insertion else { return }
    self.insertion = nil
    session.insertingKeys = nil
    if let inserted = insertion.inserted(in: draft, editor) {
      if isRepeated {
        editing.insert(
          inserted, times: insertion.command.insertionCount - 1, opening: insertion.command.command)
      }
      session.change = ViChange(command: insertion.command, inserted: inserted)
    }
    draft.endUndoGroup()
  }

  /// Call before text is typed in insert mode. All text typed until the caret is moved is one undo step.
  func willType() {
    guard isInserting, insertion == nil else { return }
    session.insertingKeys?.finishInsertion()
    draft.beginUndoGroup()
    session.insertingKeys = self
    insertion = ViInsertion(after: ViCompleteCommand(command: .insert), in: draft)
  }

  /// Ends the insertion. Call before a key outside vi moves the caret or changes the text.
  func endInsertion() { finishInsertion() }

  /// Call when a key outside vi has moved the caret, or the selection has ended.
  func caretDidJump() {
    forgetUnfinished()
    editing.goalColumn = nil
    settle()
  }

  /// Call when another device has changed the text: the typed text can no longer be identified.
  func textDidChangeElsewhere() {
    if insertion != nil {
      insertion = nil
      session.insertingKeys = nil
      draft.endUndoGroup()
    }
    forgetUnfinished()
    settle()
  }

  /// Undoes or redoes as many steps as the count says, and moves the caret to the first difference.
  func step(_ body: () -> Bool) -> Bool {
    let times = unfinished.times ?? 1
    guard unfinished.operation == nil else {
      forgetUnfinished()
      return false
    }
    forgetUnfinished()
    var hadEffect = false
    for _ in 0..<times {
      let before = draft.text
      guard body() else { break }
      hadEffect = true
      let common = zip(before.utf8, draft.text.utf8).prefix { $0 == $1 }.count
      draft.utf8Caret = ViText(draft.text).caret(at: common)
    }
    return hadEffect
  }

  /// Moves the caret onto a Character, where it belongs in normal mode.
  private func settle() {
    guard !isInserting, !isVisual else { return }
    let caret = draft.utf8Caret
    let place = ViText(draft.text).caret(at: caret)
    if place != caret { draft.utf8Caret = place }
  }
}
