import TerminalScreen

/// What the terminal was asked, and whether an answer to it can still come.
///
/// Behind each question stands one that every terminal answers: what comes after that answer is no answer to ours. Nothing
/// waits for either.
struct TerminalQuestions: Hashable {
  private enum Subject: Hashable {
    case background
    /// With the number of the question.
    case pictures(Int)
  }

  private struct Question: Hashable {
    let subject: Subject
    let asked: Int
  }

  /// Those without an answer to the question behind them.
  private var open: [Question] = []
  private var lastAsked = Int.min
  /// Whether it has said that it shows pictures.
  private(set) var showsPictures = false
  /// Whether a terminal that was asked for pictures has said nothing of them, and perhaps shows the question.
  private var mayShowQuestion = false
  private var mayAskForPictures = true
  /// Whether it shows pictures, or may still say so.
  var mayShowPictures: Bool {
    showsPictures || mayAskForPictures || open.contains { $0.subject == .pictures(lastNumber) }
  }
  /// How often it was asked for them since somebody else had the terminal.
  private var tries = 0
  private var lastNumber = Self.firstNumber
  private let pictureDelay: Int

  /// - Parameter pictureDelay: who takes more milliseconds to say that it shows pictures is too far away for them.
  init(pictureDelay: Int = TerminalOptions().pictureDelay) { self.pictureDelay = pictureDelay }

  /// A terminal that never answers is not believed in for ever.
  private static let patience = 1000
  /// A terminal that was only busy is asked again.
  private static let mostTries = 3
  /// What others ask begins with other numbers.
  private static let firstNumber = 0x494E_4B00

  /// Whether an answer may be on its way right now.
  func isAwaited(at milliseconds: Int) -> Bool {
    !open.isEmpty && milliseconds < lastAsked + Self.patience
  }

  /// The question what the terminal writes on.
  mutating func backgroundQuestion(at milliseconds: Int) -> String {
    ask(.background, at: milliseconds)
    return "\u{1B}]11;?\u{1B}\\" + Self.fence
  }

  /// The question whether the terminal shows pictures; nil if it was asked.
  mutating func pictureQuestion(at milliseconds: Int) -> String? {
    guard mayAskForPictures else { return nil }
    mayAskForPictures = false
    tries += 1
    lastNumber += 1
    ask(.pictures(lastNumber), at: milliseconds)
    let question = "\u{1B}_Gi=\(lastNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    // Some terminals show what they do not know: then it stands in the first row.
    return "\u{1B}7\u{1B}[H\(question)\u{1B}8" + Self.fence
  }

  /// Somebody else had the terminal, or it is another one now.
  mutating func forgetPictures() {
    (showsPictures, mayAskForPictures, tries) = (false, true, 0)
    lastNumber += 1
  }

  private static let fence = "\u{1B}[c"

  private mutating func ask(_ subject: Subject, at milliseconds: Int) {
    open.append(Question(subject: subject, asked: milliseconds))
    lastAsked = milliseconds
  }

  /// The events for the program: an answer that was not asked for means nothing.
  mutating func events(_ events: [TerminalEvent], at milliseconds: Int) -> [TerminalEvent] {
    // With most keys there is none.
    guard events.contains(where: \.isAnswer) else { return events }
    var kept: [TerminalEvent] = []
    for event in events {
      switch event {
      case .deviceAttributes: if !open.isEmpty { close(open.removeFirst()) }
      case .showsPictures(let number): takeAnswer(number, at: milliseconds)
      case .background where !open.contains { $0.subject == .background }: break
      default: kept.append(event)
      }
    }
    return kept
  }

  /// Whether the question may be in the first row; asked once for each.
  mutating func takeShownQuestion() -> Bool {
    defer { mayShowQuestion = false }
    return mayShowQuestion
  }

  private mutating func close(_ question: Question) {
    if case .pictures = question.subject, !showsPictures { mayShowQuestion = true }
  }

  private mutating func takeAnswer(_ number: Int, at milliseconds: Int) {
    guard number == lastNumber, let question = open.first(where: { $0.subject == .pictures(number) }) else {
      return
    }
    if milliseconds <= question.asked + pictureDelay {
      showsPictures = true
    } else {
      mayAskForPictures = tries < Self.mostTries
    }
  }
}

extension TerminalEvent {
  fileprivate var isAnswer: Bool {
    switch self {
    case .deviceAttributes, .background, .showsPictures: true
    default: false
    }
  }
}
