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
    /// What sixels may be like.
    case sixels
    /// What nobody wants to know any more.
    case nothing
  }

  private struct Question: Hashable {
    let subject: Subject
    let asked: Int
  }

  /// Those without an answer to the question behind them.
  private var open: [Question] = []
  private var lastAsked = Int.min
  /// How it has said that it shows pictures; nil if it has not.
  private(set) var pictures: PictureSupport?
  /// The pixels of a cell, as it said; nil if it did not.
  private(set) var cell: Size?
  /// What was said of sixels so far.
  private var sixels = PictureSupport.Sixels()
  /// Whether it calls itself one with iTerm2's protocol.
  private var knowsITerm = false
  /// Whether it has just said that it has sixels, and was not asked about them.
  private var mayAskForSixels = false
  /// Whether a terminal that was asked for pictures has said nothing of them, and perhaps shows the question.
  private var mayShowQuestion = false
  private var mayAskForPictures = true
  /// Whether it shows pictures, or may still say so.
  var mayShowPictures: Bool {
    pictures != nil || mayAskForPictures || mayAskForSixels
      || open.contains { $0.subject == .pictures(lastNumber) || $0.subject == .sixels }
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
    return CursorSequence.restoring("\u{1B}[H\(question)") + Self.fence
  }

  /// The question what sixels may be like, and who shows them, for a terminal that has them and did not say so of anything
  /// better; nil if there is no need to ask it.
  ///
  /// It is asked by itself: others might take a part of it for a command to scroll.
  mutating func sixelQuestion(at milliseconds: Int) -> String? {
    guard mayAskForSixels else { return nil }
    mayAskForSixels = false
    (sixels, cell, knowsITerm) = (PictureSupport.Sixels(), nil, false)
    ask(.sixels, at: milliseconds)
    return "\u{1B}[>q\u{1B}[?1;1;0S\u{1B}[?2;4;0S\u{1B}[16t" + Self.fence
  }

  /// Somebody else had the terminal, or it is another one now.
  mutating func forgetPictures() {
    (pictures, cell, mayAskForSixels, mayAskForPictures, tries) = (nil, nil, false, true, 0)
    // What it still says was asked before.
    open = open.map { Question(subject: $0.subject == .sixels ? .nothing : $0.subject, asked: $0.asked) }
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
      case .deviceAttributes(let hasSixels):
        if !open.isEmpty { close(open.removeFirst(), hasSixels: hasSixels, at: milliseconds) }
      case .showsPictures(let answer): take(answer, at: milliseconds)
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

  /// Whether an answer comes from near enough; else it may be asked again.
  private mutating func isInTime(_ question: Question, at milliseconds: Int) -> Bool {
    if milliseconds <= question.asked + pictureDelay { return true }
    mayAskForPictures = tries < Self.mostTries
    return false
  }
}

/// How a terminal shows pictures, as it said itself.
enum PictureSupport: Hashable {
  case kitty
  case sixels(Sixels)
  /// iTerm2's protocol.
  case iTerm

  /// Those with iTerm2's protocol. No question is only about that; all of them have sixels too.
  static func knowsITerm(_ name: String) -> Bool {
    ["iTerm2 ", "WezTerm ", "mintty "].contains { name.hasPrefix($0) }
  }

  struct Sixels: Hashable {
    /// How many colours a picture may have. Terminals that do not say it have at least these.
    var colors = 256
    /// How large one may be, in pixels.
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
