import ChatDomain
import DraftEngine
import JSON

struct PollContent: Hashable, Sendable {
  struct Answer: Hashable, Sendable {
    let id: String
    let words: String
  }

  /// The specification's limit.
  private static let mostAnswers = 20

  let question: String
  let answers: [Answer]
  /// Whether votes are shown before the end.
  let showsVotes: Bool
  /// The number of answers that one user may choose.
  let mostChoices: Int

  /// Nil without a question or answers.
  init?(_ content: JSONNode) {
    guard let poll = content["m.poll"] ?? content["org.matrix.msc3381.poll.start"],
      let question = poll["question"]?.plainWords
    else { return nil }
    var seen: Set<String> = []
    let answers = poll["answers"].elements.lazy.compactMap { (answer: JSONNode) -> Answer? in
      guard let id = (answer["m.id"] ?? answer["id"])?.shortString, seen.insert(id).inserted,
        let words = answer.plainWords
      else { return nil }
      return Answer(id: id, words: words)
    }
    self.answers = Array(answers.prefix(Self.mostAnswers))
    guard !self.answers.isEmpty else { return nil }
    self.question = question
    let kind = poll["kind"]
    showsVotes =
      kind?.isString("m.disclosed") == true || kind?.isString("org.matrix.msc3381.poll.disclosed") == true
    mostChoices = max(1, poll["max_selections"]?.integer ?? 1)
  }
}

struct PollVotes: Hashable, Sendable {
  /// The last choice of each user.
  private var choices: [UserID: [String]] = [:]
  private(set) var hasEnded = false

  /// Counts the next vote in time order. Votes after the end are ignored.
  mutating func count(_ vote: VoteContent, by user: UserID) {
    guard !hasEnded else { return }
    switch vote.act {
    case .choose(let ids): choices[user] = ids
    case .end: hasEnded = true
    }
  }

  fileprivate func valid(in poll: PollContent) -> [UserID: Set<String>] {
    let known = Set(poll.answers.map(\.id))
    return choices.compactMapValues { ids in
      let chosen = Set(ids.prefix(poll.mostChoices)).intersection(known)
      return chosen.isEmpty ? nil : chosen
    }
  }
}

extension PollContent {
  /// The poll as text: question, answers and counts.
  ///
  /// - Parameters:
  ///   - message, room: the poll's place; nil leaves out the link for voting.
  ///   - reader: the user whose votes are marked.
  func elements(
    _ votes: PollVotes = PollVotes(), of message: MessageID? = nil, in room: ChannelID? = nil,
    reader: UserID? = nil
  ) -> [MessageElement] {
    let valid = votes.valid(in: self)
    let isCounted = showsVotes || votes.hasEnded
    var lines = [(votes.hasEnded ? "Poll, ended: " : "Poll: ") + question]
    for answer in answers {
      let isOwn = reader.map { valid[$0]?.contains(answer.id) == true } ?? false
      let count = valid.values.count { $0.contains(answer.id) }
      let counted = isCounted && count > 0 ? " · \(ChatDomain.counted(count, "vote", "votes"))" : ""
      lines.append("\(isOwn ? "●" : "○") \(answer.words)\(counted)")
    }
    var end =
      valid.isEmpty ? "nobody has voted" : "\(ChatDomain.counted(valid.count, "person", "people")) voted"
    if !isCounted { end += ", shown at the end" }
    lines.append(end)
    var elements = FormattedBody.elements(showing: lines.joined(separator: "\n"))
    if let message, let room, !votes.hasEnded {
      let address = MatrixLink.address(of: message, in: room)
      elements.append(.plainText(text: " · "))
      elements.append(.link(text: "vote in another program", target: .url(url: address)))
    }
    return elements.normalised
  }
}

/// A vote in a poll, or its end.
struct VoteContent: Hashable, Sendable {
  enum Act: Hashable, Sendable {
    /// Replaces the user's choice.
    case choose([String])
    case end
  }

  let target: MessageID
  let act: Act

  /// Whether it ends the poll, which needs permission.
  var isEnd: Bool { act == .end }

  /// Nil if the content refers to no event.
  init?(_ content: JSONNode, isEnd: Bool) {
    let relation = content["m.relates_to"]
    guard relation?["rel_type"]?.isString("m.reference") == true,
      let target = relation?["event_id"].messageID
    else { return nil }
    self.target = target
    if isEnd {
      act = .end
    } else {
      let chosen = content["m.selections"] ?? content["org.matrix.msc3381.poll.response"]?["answers"]
      act = .choose(chosen.elements.prefix(100).compactMap { ($0 as JSONNode?)?.shortString })
    }
  }
}

extension JSONNode {
  /// The text of a part of a poll on one line, in any form that clients write.
  fileprivate var plainWords: String? {
    var text = self["m.text"]?.string ?? self["org.matrix.msc1767.text"]?.string ?? self["body"]?.string
    if text == nil {
      let forms = self["m.text"].elements.lazy.map { (form: JSONNode) in form }
      text = forms.first { ($0["mimetype"]?.shortString ?? "text/plain") == "text/plain" }?["body"]?.string
    }
    return text?.line(maxBytes: 1_024)
  }
}
