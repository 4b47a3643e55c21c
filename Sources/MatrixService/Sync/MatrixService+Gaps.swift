import ChatDomain
import HTTPTransport
import MatrixCache
import MatrixWire

/// What has to be asked for before an answer can be taken in. One event or room that the server does not give must not
/// hold up all others.
extension MatrixService {
  // MARK: Answers that nobody can read

  /// Reads an answer. If there is none that can be read from this place on, everything is asked for.
  func read(_ bytes: [UInt8], after since: String?) async throws(ChatError) -> SyncAnswer {
    do throws(AnswerError) {
      let answer = try await Self.answer(bytes, for: currentUser.id)
      pulse.unreadable = 0
      return answer
    } catch {
      // What is no object did not come from a homeserver.
      guard let since, try replica().since == since, bytes.first == UInt8(ascii: "{") else {
        throw .connection(.interrupted)
      }
      pulse.unreadable += 1
      guard pulse.unreadable >= pulse.mostUnreadable else { throw .connection(.interrupted) }
      pulse.unreadable = 0
      pulse.mostUnreadable *= 2
      try beginAnew()
      throw .eventsGone
    }
  }

  @concurrent private static func answer(
    _ bytes: [UInt8], for me: UserID
  ) async throws(AnswerError) -> SyncAnswer {
    try SyncAnswer(bytes, for: me)
  }

  // MARK: Gaps

  /// How much is fetched before a timeline is cut.
  private static let mostPages = 5
  private static let pageLength = 100
  private static let mostGaps = 20
  /// How long everybody waits for it. What is not begun by then is cut.
  private static let gapTime = Duration.seconds(60)

  /// What happened between what is here and an answer that does not follow on from it.
  func gaps(
    in answer: SyncAnswer, since: String?
  ) async throws(ChatError) -> [ChannelID: Replica.Gap] {
    var gaps: [ChannelID: Replica.Gap] = [:]
    guard let since else { return gaps }
    let begin = clock.now
    let limited = try known { replica throws(CacheFault) in
      var limited: [JoinedRoom] = []
      for joined in answer.joined {
        guard let room = replica.rooms[joined.id], room.isJoined, let live = room.live,
          // Of an answer that comes again, because the program ended amid it, the timeline may be here.
          try !replica.goesOn(joined.timeline, from: live)
        else { continue }
        limited.append(joined)
      }
      return limited
    }
    for joined in limited {
      gaps[joined.id] =
        limited.count > Self.mostGaps ? .cut : try await fill(joined, since: since, begunAt: begin)
    }
    return gaps
  }

  private func fill(
    _ joined: JoinedRoom, since: String, begunAt begin: Timestamp
  ) async throws(ChatError) -> Replica.Gap {
    // Without a way back nobody knows what is missing.
    guard var from = joined.timeline.previousBatch else { return .cut }
    var events: [MatrixEvent] = []
    for _ in 0..<Self.mostPages {
      guard clock.now - begin < Self.gapTime else { return .cut }
      let page: MessagesAnswer
      do throws(ChatError) {
        page = try await self.page(
          .messages(in: joined.id, .backward, from: from, to: since, limit: Self.pageLength), in: joined.id)
      } catch {
        guard error.isAboutOneRequest else { throw error }
        // A connection may break off in the middle of anything, and only if it always does it is about this room.
        if error == .connection(.interrupted) {
          let count = pulse.brokenGaps[joined.id, default: 0] + 1
          pulse.brokenGaps[joined.id] = count
          guard count >= SyncPulse.mostBrokenGaps else { throw error }
        }
        pulse.brokenGaps[joined.id] = nil
        return .cut
      }
      pulse.brokenGaps[joined.id] = nil
      let missing = try missing(of: page.events, in: joined.id)
      events += missing
      guard missing.count == page.events.count, let end = page.end, end != from else {
        return .filled(events.reversed())
      }
      from = end
    }
    return .cut
  }

  /// The events of a page before the first that follows on from what is here: not every server stops there.
  private func missing(of events: [MatrixEvent], in id: ChannelID) throws(ChatError) -> [MatrixEvent] {
    try known { replica throws(CacheFault) in
      guard let live = replica.rooms[id]?.live?.id else { return events }
      for (index, event) in events.enumerated() {
        if try replica.cache.event(event.id, in: id)?.slice == live { return Array(events[..<index]) }
      }
      return events
    }
  }

  /// A page of a room's history.
  func page(_ request: MatrixRequest, in room: ChannelID) async throws(ChatError) -> MessagesAnswer {
    let bytes = try await connection.answer(to: request, FailureContext(.page)) ?? []
    do throws(AnswerError) { return try MessagesAnswer(bytes, in: room) } catch { throw .unreadable }
  }

  // MARK: Single events

  /// Brings one event that is not here.
  ///
  /// - Parameters:
  ///   - isPast: whether it would be here if it had happened lately.
  ///   - patience: nil: as long as such a request takes.
  func fetch(
    _ id: MessageID, in channel: ChannelID, isPast: Bool = true, patience: Patience? = nil
  ) async throws(ChatError) {
    let bytes =
      try await connection.answer(
        to: .event(id, in: channel), FailureContext(subject: "message \(id)"), patience: patience) ?? []
    let event: MatrixEvent
    do throws(AnswerError) { event = try EventAnswer(bytes, of: id, in: channel).event } catch {
      throw .refused(.notFound("message \(id)"))
    }
    try known { replica throws(CacheFault) in try replica.keep([event], in: channel, isPast: isPast) }
  }

  private static let mostNotGiven = 1000
  /// How long somebody waits for what stands beside what they want to see. What is not asked for by then is left out.
  private static let learningTime = Duration.seconds(30)

  /// Brings those of some events that are not here, as far as the server gives them. What it refuses is asked for once.
  func learn(_ ids: some Sequence<MessageID>, in room: Room) async throws(ChatError) {
    let begin = clock.now
    for id in ids where try isSought(id, in: room.id) {
      guard clock.now - begin < Self.learningTime else { return }
      do throws(ChatError) { try await fetch(id, in: room.id) } catch {
        guard error.isAboutOneRequest else { throw error }
        noteNotGiven(id, error)
      }
    }
  }

  /// Whether an event is not here, and the server may give it.
  func isSought(_ id: MessageID, in room: ChannelID) throws(ChatError) -> Bool {
    guard MessageID(matrix: id.rawValue) != nil, !notGiven.contains(id) else { return false }
    return try known { replica throws(CacheFault) in try replica.cache.event(id, in: room) == nil }
  }

  private func noteNotGiven(_ id: MessageID, _ error: ChatError) {
    guard case .refused = error else { return }
    if notGiven.count >= Self.mostNotGiven { notGiven = [] }
    notGiven.insert(id)
  }

  // MARK: Receipts

  /// How many messages are brought because of receipts, and how long everybody waits for them.
  private static let mostRead = 20
  private static let receiptTime = Duration.seconds(10)

  /// Brings the messages up to which the user has read on other devices, where they are not here. Without them it is only
  /// known that they are further back.
  func learnReceipts(in answer: SyncAnswer, gaps: [ChannelID: Replica.Gap]) async throws(ChatError) {
    let begin = clock.now
    var asked = 0
    for joined in answer.joined where try replica().rooms[joined.id]?.isJoined == true {
      var ids: Set<MessageID> = []
      for case .receipts(let receipts) in joined.ephemeral {
        ids.formUnion(receipts.filter { $0.user == currentUser.id }.map(\.event))
      }
      ids.subtract(joined.timeline.events.map(\.id))
      if case .filled(let events)? = gaps[joined.id] { ids.subtract(events.map(\.id)) }
      for id in ids.sorted() where try isSought(id, in: joined.id) {
        guard asked < Self.mostRead, clock.now - begin < Self.receiptTime else { return }
        asked += 1
        do throws(ChatError) {
          try await fetch(id, in: joined.id, patience: Patience(total: Self.receiptTime))
        } catch {
          switch error {
          case .signedOut, .cancelled: throw error
          case .connection(.offline): return
          default: noteNotGiven(id, error)
          }
        }
      }
    }
  }
}

extension ChatError {
  /// Whether others may be answered all the same.
  var isAboutOneRequest: Bool {
    switch self {
    case .refused, .connection(.timedOut), .connection(.busy), .connection(.interrupted): true
    case .connection(.offline), .signedOut, .draftConflict, .eventsGone, .cancelled: false
    }
  }

  /// The server is there, and nobody can make sense of what it answered.
  static var unreadable: ChatError { .connection(.busy(retryAfter: nil)) }
}
