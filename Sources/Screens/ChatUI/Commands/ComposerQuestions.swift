import ChatControllers
import ChatDomain
import ChatScreens

/// Asks the questions that a composer cannot decide. Its text does not change until there is an answer.
final class ComposerQuestions {
  private let services: AppContext

  init(services: AppContext) { self.services = services }

  /// Asks whether typed names become mentions.
  ///
  /// - Parameter onAnswer: called with the answer, if there is one.
  func askWhomToTell(_ names: NameAnnouncement, onAnswer: @escaping (_ isTelling: Bool) -> Void) {
    services.ask(
      "Tell \(names.people)?", names.question,
      [
        .init(.toggle, "tell \(names.people), and send") { onAnswer(true) },
        .init(.accept, "send it as text, and tell nobody") { onAnswer(false) },
        .init(.dismiss, "go on writing"),
      ])
  }

  /// Asks whether to send a text that is too long as a file.
  func askWhetherAsFile(_ text: LongText, onYes: @escaping () -> Void) {
    services.ask(
      "Too long for a message",
      "It has \(ByteCount(text.excess)) more than a message takes. As a file all of it goes: \(text.fileName), under its first words.",
      [.init(.accept, "send it as a file", act: onYes), .init(.dismiss, "go on writing")])
  }

  /// Asks what to do with a long pasted text, which is already in the draft.
  func askAboutPaste(_ paste: LongPaste, into composer: Composer) {
    var answers = [QuestionPanel.Answer(.accept, "leave it in the draft")]
    if composer.draft.editedMessage == nil {
      answers.append(.init(.toggle, "make it a file") { composer.attach(paste) })
    }
    answers.append(.init(.remove, "take it out again") { composer.takeOut(paste) })
    services.ask(
      "A long paste",
      "\(counted(paste.lines, "line", "lines")), \(ByteCount(paste.text.utf8.count)), went into the draft. Whoever goes on leaves it there.",
      answers, letsEdit: true)
  }
}
