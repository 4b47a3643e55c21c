public import ChatDomain
import DraftEngine

/// Replaces the marks in the lines of the demo by words.
///
/// - `$hello`, `$bye`: a greeting and a farewell that fit the hour.
/// - `$today`, `$later`: a time that fits the hour; `$meal`: the next meal or drink.
/// - `$topic`, `$owner`: the subject of the channel, and the first name of its owner.
/// - `$me`, `$ana`, `$ben` and so on: a mention of the user at the terminal, or of that person.
struct DemoWords: Sendable {
  /// The local hour, from 0 to 23.
  let hour: Int
  let user: User
  var subject: DemoSubject?

  /// Whether all marks of a line can be replaced.
  func canFill(_ line: String, saidBy speaker: UserID) -> Bool {
    if line.contains("$owner") { return subject.map { $0.owner != speaker } ?? false }
    return subject != nil || !line.contains("$topic")
  }

  /// The text of a line, with its mentions.
  func elements(of line: String) -> [MessageElement] {
    // Most lines have no mark, and the history is loaded while the user waits.
    guard line.utf8.contains(UInt8(ascii: "$")) else { return MessageMarkup.parse(line) }
    let parts = line.split(separator: "$", omittingEmptySubsequences: false)
    var markup = String(parts[0])
    for part in parts.dropFirst() {
      let mark = part.prefix { ("a"..."z").contains($0) }
      let words = words(for: mark) ?? "$\(mark)"
      let beginsSentence = markup.isEmpty || [". ", "! ", "? "].contains { markup.hasSuffix($0) }
      markup += (beginsSentence ? words.capitalisedFirst : words) + part.dropFirst(mark.count)
    }
    return MessageMarkup.parse(markup)
  }

  /// The markup in place of a mark; nil for an unknown one.
  private func words(for mark: Substring) -> String? {
    switch mark {
    case "hello": hello
    case "bye": bye
    case "today": (18...23).contains(hour) ? "tomorrow" : "today"
    case "later": later
    case "meal": meal
    case "topic": subject?.name ?? ""
    case "owner": subject.map { DemoPeople.firstName($0.owner) } ?? ""
    default: mention(of: mark)
    }
  }

  private func mention(of mark: Substring) -> String? {
    guard let person = mark == "me" ? user : DemoPeople.all.first(where: { $0.id.rawValue == mark }) else {
      return nil
    }
    return MessageMarkup.render([.link(text: person.displayName, target: .user(userId: person.id.rawValue))])
  }

  private var hello: String {
    switch hour {
    case 5...11: "good morning"
    case 12...17: "good afternoon"
    case 18...22: "good evening"
    default: "still up? So am I"
    }
  }

  private var bye: String {
    switch hour {
    case 5...11: "have a good day"
    case 12...16: "have a good afternoon"
    case 17...20: "have a good evening"
    default: "good night"
    }
  }

  private var later: String {
    switch hour {
    case 0...4: "in the morning"
    case 5...12: "this afternoon"
    case 13...16: "later today"
    default: "tomorrow morning"
    }
  }

  private var meal: String {
    switch hour {
    case 5...9: "breakfast"
    case 10...13: "lunch"
    case 14...17: "coffee"
    case 18...21: "dinner"
    default: "tea"
    }
  }
}

extension String {
  fileprivate var capitalisedFirst: String { prefix(1).uppercased() + dropFirst() }
}

/// The local time where the demo runs.
public struct LocalTime: Sendable {
  private let secondsFromUTC: @Sendable (Timestamp) -> Int

  /// - Parameter secondsFromUTC: how far local time is ahead of UTC at a time.
  public init(secondsFromUTC: @escaping @Sendable (Timestamp) -> Int = { _ in 0 }) {
    self.secondsFromUTC = secondsFromUTC
  }

  /// The seconds since local midnight.
  func secondOfDay(_ time: Timestamp) -> Int {
    let seconds = Int(time.microseconds / 1_000_000) + secondsFromUTC(time)
    return (seconds % 86_400 + 86_400) % 86_400
  }

  /// The hour on a local clock, from 0 to 23.
  func hour(_ time: Timestamp) -> Int { secondOfDay(time) / 3600 }
}
