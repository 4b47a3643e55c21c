import TerminalScreen

/// The questions to the terminal, and whether their answers can still arrive.
///
/// Each question is followed by one that every terminal answers. Input after that answer does not answer the first question.
/// The program waits for neither answer.
struct TerminalQuestions: Hashable {
  private enum Subject: Hashable {
    case background
    /// A question about pictures, with its number.
    case pictures(Int)
    /// The limits for sixels.
    case sixels
    /// A question whose answer is no longer needed.
    case nothing
  }

  private struct Question: Hashable {
    let subject: Subject
    let asked: Int
  }

  /// The questions whose final answer has not arrived.
  private var open: [Question] = []
  private var lastAsked = Int.min
  /// How the terminal shows pictures, as it reported; nil if it has not.
  private(set) var pictures: PictureSupport?
  /// The size of a cell in pixels, as the terminal reported; nil if it did not.
  private(set) var cell: Size?
  /// The limits for sixels reported so far.
  private var sixels = PictureSupport.Sixels()
  /// Whether the terminal's name is that of one with iTerm2's protocol.
  private var knowsITerm = false
  /// Whether the terminal reported sixels, and was not yet asked for their limits.
  private var mayAskForSixels = false
  /// Whether the terminal did not answer the question about pictures, and may have printed it.
  private var mayShowQuestion = false
  private var mayAskForPictures = true
  /// Whether the terminal shows pictures, or may still report that it does.
  var mayShowPictures: Bool {
    pictures != nil || mayAskForPictures || mayAskForSixels
      || open.contains { $0.subject == .pictures(lastNumber) || $0.subject == .sixels }
  }
  /// The number of questions about pictures since another program last used the terminal.
  private var tries = 0
  private var lastNumber = Self.firstNumber
  private let pictureDelay: Int

  /// - Parameter pictureDelay: the milliseconds after which a terminal that reports pictures is too slow for them.
  init(pictureDelay: Int = TerminalOptions().pictureDelay) { self.pictureDelay = pictureDelay }

  /// The milliseconds to wait for a terminal that never answers.
  private static let patience = 1000
  /// The maximum number of questions about pictures: a terminal that was only busy is asked again.
  private static let mostTries = 3
  /// Other programs number their questions from other values.
  private static let firstNumber = 0x494E_4B00

  /// Whether an answer may be in flight.
  func isAwaited(at milliseconds: Int) -> Bool {
    !open.isEmpty && milliseconds < lastAsked + Self.patience
  }

  /// The question for the terminal's background.
  mutating func backgroundQuestion(at milliseconds: Int) -> String {
    ask(.background, at: milliseconds)
    return "\u{1B}]11;?\u{1B}\\" + Self.fence
  }

  /// The question whether the terminal shows pictures; nil if it was asked already.
  mutating func pictureQuestion(at milliseconds: Int) -> String? {
    guard mayAskForPictures else { return nil }
    mayAskForPictures = false
    tries += 1
    lastNumber += 1
    ask(.pictures(lastNumber), at: milliseconds)
    let question = "\u{1B}_Gi=\(lastNumber),s=1,v=1,a=q,t=d,f=24;AAAA\u{1B}\\"
    // Some terminals print unknown sequences. The question is written at the first row, where it can be erased.
    return CursorSequence.restoring("\u{1B}[H\(question)") + Self.fence
  }

  /// The question for the limits of sixels and the terminal's name, sent to a terminal that has sixels and reported no better
  /// protocol; nil if it is not needed.
  ///
  /// Sent separately, and only to these terminals: others might take a part of it for a scroll command.
  mutating func sixelQuestion(at milliseconds: Int) -> String? {
    guard mayAskForSixels else { return nil }
    mayAskForSixels = false
    (sixels, cell, knowsITerm) = (PictureSupport.Sixels(), nil, false)
    ask(.sixels, at: milliseconds)
    return "\u{1B}[>q\u{1B}[?1;1;0S\u{1B}[?2;4;0S\u{1B}[16t" + Self.fence
  }

  /// Call when another program has used the terminal, or the terminal was replaced.
  mutating func forgetPictures() {
    (pictures, cell, mayAskForSixels, mayAskForPictures, tries) = (nil, nil, false, true, 0)
    // Ignores answers to questions that were asked before.
    open = open.map { Question(subject: $0.subject == .sixels ? .nothing : $0.subject, asked: $0.asked) }
    lastNumber += 1
  }

  private static let fence = "\u{1B}[c"

  private mutating func ask(_ subject: Subject, at milliseconds: Int) {
    open.append(Question(subject: subject, asked: milliseconds))
    lastAsked = milliseconds
  }

  /// The events for the program. Answers that were not asked for are removed.
  mutating func events(_ events: [TerminalEvent], at milliseconds: Int) -> [TerminalEvent] {
    // Most keys come without an answer.
    guard events.contains(where: \.isAnswer) else { return events }
    var kept: [TerminalEvent] = []
    for event in events {
      switch event {
      case .deviceAttributes(let hasSixels):
        if !open.isEmpty { close(open.removeFirst(), hasSixels: hasSixels, at: milliseconds) }
      case .showsPictures(let answer): take(answer, at: milliseconds)
      case .background where !open.contains { $0.subject == .background }: break
      default: kept.append(event)
      }
    }
    return kept
  }

  /// Whether the question may be visible in the first row; true once per question.
  mutating func takeShownQuestion() -> Bool {
    defer { mayShowQuestion = false }
    return mayShowQuestion
  }

  private mutating func close(_ question: Question, hasSixels: Bool, at milliseconds: Int) {
    switch question.subject {
    case .pictures(let number):
      guard pictures == nil else { return }
      mayShowQuestion = true
      guard hasSixels, number == lastNumber else { return }
      if isInTime(question, at: milliseconds) { mayAskForSixels = true }
    case .sixels: if isInTime(question, at: milliseconds) { pictures = knowsITerm ? .iTerm : .sixels(sixels) }
    case .background, .nothing: break
    }
  }

  private mutating func take(_ answer: PictureAnswer, at milliseconds: Int) {
    if case .kitty(let number) = answer {
      guard number == lastNumber, let question = open.first(where: { $0.subject == .pictures(number) }) else {
        return
      }
      if isInTime(question, at: milliseconds) { pictures = .kitty }
    }
    guard open.contains(where: { $0.subject == .sixels }) else { return }
    switch answer {
    case .kitty: break
    case .colors(let count): sixels.colors = count
    case .largest(let size): sixels.largest = size
    case .cell(let size): cell = size
    case .name(let name): knowsITerm = PictureSupport.knowsITerm(name)
    }
  }

  /// Whether the answer arrived in time; otherwise the question may be repeated.
  private mutating func isInTime(_ question: Question, at milliseconds: Int) -> Bool {
    if milliseconds <= question.asked + pictureDelay { return true }
    mayAskForPictures = tries < Self.mostTries
    return false
  }
}

/// How a terminal shows pictures, as it reported.
enum PictureSupport: Hashable {
  case kitty
  case sixels(Sixels)
  /// iTerm2's protocol.
  case iTerm

  /// Whether the name is that of a terminal with iTerm2's protocol. No question asks for that protocol alone, and all of these
  /// terminals have sixels too.
  static func knowsITerm(_ name: String) -> Bool {
    ["iTerm2 ", "WezTerm ", "mintty "].contains { name.hasPrefix($0) }
  }

  struct Sixels: Hashable {
    /// The maximum number of colours of a picture. Terminals that do not report it have at least these.
    var colors = 256
    /// The maximum size of a picture, in pixels.
    var largest = Size(columns: Picture.longestSide, rows: Picture.longestSide)
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
