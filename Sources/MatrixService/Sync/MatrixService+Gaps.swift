import ChatDomain
import MatrixCache
import MatrixWire

/// What happened between two answers and is in neither of them.
extension MatrixService {
  /// How much is fetched before a timeline is cut.
  private static let mostPages = 5
  private static let pageLength = 100
  private static let mostGaps = 20

  /// What happened between what is here and an answer that does not follow on from it.
  func gaps(
    in answer: SyncAnswer, since: String?
  ) async throws(ChatError) -> [ChannelID: Replica.Gap] {
    var gaps: [ChannelID: Replica.Gap] = [:]
    guard let since else { return gaps }
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
      gaps[joined.id] = limited.count > Self.mostGaps ? .cut : try await fill(joined, since: since)
    }
    return gaps
  }

  private func fill(_ joined: JoinedRoom, since: String) async throws(ChatError) -> Replica.Gap {
    var from = joined.timeline.previousBatch
    var events: [MatrixEvent] = []
    for _ in 0..<Self.mostPages {
      guard let start = from else { return .filled(events.reversed()) }
      let page: MessagesAnswer
      do throws(ChatError) {
        page = try await self.page(
          .messages(in: joined.id, .backward, from: start, to: since, limit: Self.pageLength), in: joined.id)
      } catch {
        // One room that cannot be read must not hold up all others.
        guard error.isAboutOneRequest else { throw error }
        return .cut
      }
      events += page.events
      guard !page.events.isEmpty, let end = page.end else { return .filled(events.reversed()) }
      from = end
    }
    return .cut
  }

  /// A page of a room's history.
  func page(_ request: MatrixRequest, in room: ChannelID) async throws(ChatError) -> MessagesAnswer {
    let bytes = try await connection.answer(to: request, FailureContext(.page)) ?? []
    do throws(AnswerError) { return try MessagesAnswer(bytes, in: room) } catch {
      throw .connection(.interrupted)
    }
  }
}
