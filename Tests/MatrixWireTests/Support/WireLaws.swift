import ChatDomain
import DraftEngine
import JSON

// The fuzzer is compiled in one module with what it fuzzes.
#if canImport(MatrixService)
  @testable import MatrixService
#endif

/// The laws of parsed data, for any input.
struct WireLaws {
  private(set) var breaches: [String] = []
  private let time = SaneTime(now: Timestamp(seconds: 1_800_000_000))
  private let viewer: UserID = "@ann:example.org"
  private let stranger: UserID = "@nobody:elsewhere"

  mutating func law(_ holds: Bool, _ breach: String) {
    if !holds { breaches.append(breach) }
  }

  /// Checks the bytes as an answer to a sync.
  mutating func checkSync(_ bytes: [UInt8]) {
    let answer: SyncAnswer
    do throws(AnswerError) {
      answer = try SyncAnswer(bytes, for: viewer)
    } catch {
      return
    }
    law(!answer.nextBatch.isEmpty, "an answer leads nowhere")
    for room in answer.joined {
      law(ChannelID(matrix: room.id.rawValue) != nil, "a room has no id")
      check(room.state + room.timeline.events, in: room.id)
      law(Set(room.timeline.events.map(\.id)).count == room.timeline.events.count, "an event comes twice")
      for case .drafts(_, let slot) in room.accountData.map(\.meaning) { checkSlot(slot, in: room.id) }
      for case .tags(let tags) in room.accountData.map(\.meaning) {
        law(tags.favouriteOrder.map { (0...1).contains($0) } ?? true, "a favourite stands nowhere")
      }
    }
    for room in answer.left { check(room.timeline.events, in: room.id) }
    for room in answer.invited { checkLine(room.state.name) }
  }

  /// Checks the bytes as an event.
  mutating func checkEvent(_ bytes: [UInt8]) {
    let room: ChannelID = "!hill:example.org"
    guard let event = MatrixEvent(bytes: bytes, in: room) else { return }
    check([event], in: room)
  }

  /// Checks the bytes as the HTML of a message.
  mutating func checkHTML(_ bytes: [UInt8]) {
    let elements = FormattedBody.elements(String(decoding: bytes, as: UTF8.self))
    law(elements == elements.normalised, "the elements of HTML are not normalised")
    law(isClean(elements.text), "HTML brings control characters along")
    law(elements.text.utf8.count <= String.longestText, "HTML becomes more than an event holds")
    for case .link(_, .url(let url)) in elements {
      law(MatrixLink.isSafe(url), "HTML leads where it may not")
    }
    for case .link(_, .user(let id)) in elements { law(UserID(matrix: id) != nil, "HTML names nobody") }
    for case .link(_, .channel(let id)) in elements {
      law(ChannelID(matrix: id) != nil, "HTML names no room")
    }
    checkRoundTrip(MessageContent(elements: elements))
  }

  private mutating func check(_ events: [MatrixEvent], in room: ChannelID) {
    for event in events {
      law(event.room == room, "an event is in another room")
      law(
        UserID(matrix: event.sender.rawValue) != nil && MessageID(matrix: event.id.rawValue) != nil,
        "an id is none")
      law(
        event.transaction(for: stranger) == nil || event.sender == stranger,
        "a transaction of another is shown")
      law(
        MatrixEvent(bytes: event.bytes, in: room)?.meaning == event.meaning,
        "an event that was kept is another")
      check(event)
    }
    for (one, other) in events.prefix(12).flatMap({ one in events.prefix(12).map { (one, $0) } }) {
      if EventTrust.mayEdit(one, other) {
        law(one.sender == other.sender && one.id != other.id, "an edit by another counts")
      }
      if EventTrust.mayRedact(one, other, powers: nil) {
        law(one.sender == other.sender, "a redaction by another counts")
      }
      if EventTrust.mayReply(one, under: other) {
        law(!EventTrust.mayReply(other, under: one), "a thread is in itself")
      }
    }
    let own = events.map { Timetoken(matrix: $0.id, sentAt: $0.sentAt, in: time) }
    guard let tokens = Timetoken.rising(own, after: nil, before: nil) else {
      return law(false, "there are no numbers left")
    }
    law(zip(tokens, tokens.dropFirst()).allSatisfy { $0 < $1 }, "the numbers do not rise")
  }

  private mutating func check(_ event: MatrixEvent) {
    switch event.meaning {
    case .message(let content):
      check(content)
    case .edit(let edit):
      check(edit.content)
      let again = EditContent(
        of: edit.target, to: MessageContent(elements: edit.content.elements, file: edit.content.file),
        before: [])
      checkJSON(again.bytes)
    case .reaction(let reaction): checkJSON(reaction.bytes)
    case .redaction(let redaction): checkJSON(redaction.bytes)
    case .state(.name(let name)): checkLine(name)
    case .state(.member(_, let member)): checkLine(member.name)
    case .state(.pinned(let pins)):
      law(Set(pins.entries.map(\.id)).count == pins.entries.count, "a message is pinned twice")
      checkJSON(pins.bytes)
    case .state, .encrypted, .redacted, .vote, .other: break
    }
  }

  private mutating func check(_ content: MessageContent) {
    law(content.elements == content.elements.normalised, "elements are not normalised")
    law(content.elements.text.utf8.count <= String.longestText + 2, "a message is longer than an event")
    law(Set(content.mentions).count == content.mentions.count, "somebody is mentioned twice")
    law(content.mentions.allSatisfy { UserID(matrix: $0.rawValue) != nil }, "nobody is mentioned")
    if let file = content.file {
      law(MediaAddress(file.id) != nil && file.size >= 0, "a file is nowhere")
      checkLine(file.name)
    }
    checkRoundTrip(
      MessageContent(
        elements: content.elements, file: content.file, parentId: content.parentId, quote: content.quote,
        isShownInChannel: content.isShownInChannel, extras: content.extras,
        transactionId: content.transactionId))
  }

  /// Written content reads back unchanged, and a server accepts it.
  mutating func checkRoundTrip(_ content: MessageContent) {
    let bytes = content.bytes
    checkJSON(bytes)
    guard let node = Self.node(bytes), let again = MessageContent(node, by: viewer) else {
      return law(false, "what was written is no message")
    }
    law(again == content, "\(content) comes back as \(again)")
    law(
      again.elements.map(\.text.utf8.count) == content.elements.map(\.text.utf8.count),
      "the words come back in another spelling")
  }

  private mutating func checkSlot(_ slot: DraftSlot, in room: ChannelID) {
    let bytes = slot.bytes
    checkJSON(bytes)
    guard let node = Self.node(bytes) else { return }
    var kept = slot
    for (place, entry) in slot.entries where entry.isDeleted { kept.entries[place]?.content = DraftContent() }
    law(DraftSlot(node, in: room) == kept, "a slot comes back as another")
  }

  /// Whether a server accepts the content of an event: no fractions, no large numbers, no NUL.
  private mutating func checkJSON(_ bytes: [UInt8]) {
    guard let node = Self.node(bytes) else { return law(false, "what was written is not JSON") }
    do throws(JSONError) {
      let canonical = try node.canonical()
      law(canonical.count == bytes.count, "the canonical form has another size")
    } catch {
      law(false, "what was written has no canonical form")
    }
    law(!Self.hasNUL(node), "what was written has a NUL")
  }

  private static func node(_ bytes: [UInt8]) -> JSONNode? {
    do throws(JSONError) {
      return try JSONDocument(bytes).root
    } catch {
      return nil
    }
  }

  private static func hasNUL(_ node: JSONNode) -> Bool {
    node.string?.utf8.contains(0) == true || node.elements.contains(where: hasNUL)
      || node.members.contains { $0.key.utf8.contains(0) || hasNUL($0.value) }
  }

  private mutating func checkLine(_ text: String?) {
    guard let text else { return }
    law(isClean(text) && !text.contains("\n") && !text.isEmpty && text.utf8.count <= 255, "a name is no line")
  }

  private func isClean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { !$0.isControl || $0 == "\n" || $0 == "\t" }
  }
}
