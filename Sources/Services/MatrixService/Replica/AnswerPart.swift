import ChatDomain

/// A part of a long answer: some of its rooms, applied in one transaction.
///
/// Most answers have one part. Between two parts of a long answer other calls run. Only the last part saves the
/// server's token: after a crash the same answer comes again, and cached events are recognized by id. Each part saves
/// the number of the last published event, so a stream cannot resume across such a crash as if nothing were missing.
struct AnswerPart: Hashable {
  /// The range of joined rooms.
  let rooms: Range<Int>
  let isFirst: Bool
  let isLast: Bool

  /// The mark in the cache once the previous parts are applied.
  func mark(after answer: SyncAnswer) -> String { Self.mark(rooms.lowerBound, answer) }

  /// The mark in the cache once this part is applied too.
  func mark(within answer: SyncAnswer) -> String { Self.mark(rooms.upperBound, answer) }

  private static func mark(_ count: Int, _ answer: SyncAnswer) -> String { "\(count) \(answer.nextBatch)" }

  /// All parts of an answer, in order.
  ///
  /// - Parameters:
  ///   - gaps: the fetched events of each room, which count too.
  ///   - most: the number of events after which a part ends with its room.
  static func all(
    of answer: SyncAnswer, with gaps: [ChannelID: TimelineGap], most: Int = mostEvents
  ) -> [AnswerPart] {
    var ends: [Int] = []
    var events = 0
    for (index, joined) in answer.joined.enumerated() {
      events += joined.state.count + joined.timeline.events.count
      if case .filled(let missing)? = gaps[joined.id] { events += missing.count }
      guard events >= most, index + 1 < answer.joined.count else { continue }
      ends.append(index + 1)
      events = 0
    }
    ends.append(answer.joined.count)
    return ends.enumerated().map { index, end in
      AnswerPart(
        rooms: (index == 0 ? 0 : ends[index - 1])..<end, isFirst: index == 0, isLast: index == ends.count - 1)
    }
  }

  /// The number of events that are applied within a few milliseconds.
  static let mostEvents = 1000
}

/// The events between the cached timeline of a room and an answer that does not follow it.
enum TimelineGap {
  /// All missing events, the oldest first.
  case filled([MatrixEvent])
  /// Not all of them could be fetched. Screens must reload.
  case cut
}
