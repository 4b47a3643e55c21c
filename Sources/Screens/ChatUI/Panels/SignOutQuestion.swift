import ChatDomain
import ChatScreens

/// Asks whether to end the session, and whether to keep or erase the data on this device: one key toggles between the two,
/// another one confirms. Letters do neither.
final class SignOutQuestion: Panel {
  private let name: String
  /// Describes what happens to the data on this device.
  private let outcome: (_ isErasing: Bool) -> String
  private let keymap: Keymap
  private let clock: any ChatClock
  private let act: (_ isErasing: Bool) -> Void
  private var isErasing: Bool
  /// Restarts when the text of the question changes.
  private var reading: QuestionReading

  /// - Parameters:
  ///   - name: the account whose session ends.
  ///   - isErasing: the initial choice.
  ///   - outcome: describes what happens to the data on this device.
  ///   - act: called with the choice, unless the user cancels.
  init(
    _ name: String, isErasing: Bool, outcome: @escaping (_ isErasing: Bool) -> String, keymap: Keymap,
    clock: any ChatClock, act: @escaping (_ isErasing: Bool) -> Void
  ) {
    self.name = name
    self.isErasing = isErasing
    self.outcome = outcome
    self.keymap = keymap
    self.clock = clock
    self.act = act
    reading = QuestionReading(clock)
  }

  var state: PanelState {
    let answers: [(command: PanelCommand, meaning: String)] = [
      (.accept, isErasing ? "sign out and erase" : "sign out and keep"),
      (.toggle, isErasing ? "keep it instead" : "erase it instead"), (.dismiss, "stay"),
    ]
    return .question(
      QuestionState(
        title: isErasing ? "Erase \(name) here?" : "Sign out \(name)?", text: outcome(isErasing),
        answers: answers.map { command, meaning in
          let key = keymap.keys(of: .panel(command)).first?.description
          return .init(key: key ?? Command.panel(command).name, meaning: meaning)
        }))
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .toggle:
      isErasing.toggle()
      reading = QuestionReading(clock)
      return .stay
    case .dismiss: return .close
    case .accept where reading.isPossible:
      act(isErasing)
      return .close
    default: return .stay
    }
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
}
