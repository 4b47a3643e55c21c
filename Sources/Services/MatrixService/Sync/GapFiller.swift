import ChatDomain

/// Fetches the events between the cached timelines and an answer that does not follow them.
final class GapFiller: AccountPart {
  let account: AccountContext
  /// The number of consecutive interruptions while filling the gap of a room.
  private var interruptions: [ChannelID: Int] = [:]

  private static let mostInterruptions = 3
  /// The limits beyond which a timeline is cut.
  private static let mostPages = 5
  private static let pageLength = 100
  private static let mostGaps = 20
  /// The time limit. Gaps not filled by then are cut.
  private static let gapTime = Duration.seconds(60)

  init(_ account: AccountContext) { self.account = account }

  func gaps(in answer: SyncAnswer, since: String?) async throws(ChatError) -> [ChannelID: TimelineGap] {
    var gaps: [ChannelID: TimelineGap] = [:]
    guard let since else { return gaps }
    let begin = clock.now
    let limited = try store.withReplica { replica throws(CacheFault) in
      var limited: [JoinedRoom] = []
      for joined in answer.joined {
        guard let room = replica.rooms[joined.id], room.isJoined, let live = room.timeline.live,
          // After a crash the same answer comes again, and its events may be cached.
          try !joined.timeline.follows(live, in: replica.cache)
        else { continue }
        limited.append(joined)
      }
      return limited
    }
    for (index, joined) in limited.enumerated() {
      // An offline device reports no progress.
      if limited.count <= Self.mostGaps, !connection.isOffline {
        connection.report.catchUp(CatchingUp(channelsLeft: limited.count - index, of: limited.count))
      }
      gaps[joined.id] =
        limited.count > Self.mostGaps ? .cut : try await fill(joined, since: since, begunAt: begin)
    }
    return gaps
  }

  private func fill(
    _ joined: JoinedRoom, since: String, begunAt begin: Timestamp
  ) async throws(ChatError) -> TimelineGap {
    // Without a token the missing events cannot be requested.
    guard var from = joined.timeline.previousBatch else { return .cut }
    var events: [MatrixEvent] = []
    for _ in 0..<Self.mostPages {
      guard clock.now - begin < Self.gapTime else { return .cut }
      let page: MessagesAnswer
      do throws(ChatError) {
        page = try await fetcher.page(
          .messages(in: joined.id, .backward, from: from, to: since, limit: Self.pageLength), in: joined.id)
      } catch {
        guard error.isAboutOneRequest else { throw error }
        // An interruption counts against this room only if it keeps happening.
        if error == .connection(.interrupted) {
          let count = interruptions[joined.id, default: 0] + 1
          interruptions[joined.id] = count
          guard count >= Self.mostInterruptions else { throw error }
        }
        interruptions[joined.id] = nil
        return .cut
      }
      interruptions[joined.id] = nil
      let missing = try missing(of: page.events, in: joined.id)
      events += missing
      guard missing.count == page.events.count, let end = page.end, end != from else {
        return .filled(events.reversed())
      }
      from = end
    }
    return .cut
  }

  /// The events of a page that are newer than the cached ones: not every server stops at `to`.
  private func missing(of events: [MatrixEvent], in id: ChannelID) throws(ChatError) -> [MatrixEvent] {
    try store.withReplica { replica throws(CacheFault) in
      guard let live = replica.rooms[id]?.timeline.live?.id else { return events }
      for (index, event) in events.enumerated() {
        if try replica.cache.events.event(event.id, in: id)?.slice == live { return Array(events[..<index]) }
      }
      return events
    }
  }
}
