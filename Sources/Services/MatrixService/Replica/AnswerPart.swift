import ChatDomain

/// Some rooms of a long answer, which are taken in at once.
///
/// Most answers are one part. Of a long one each part is a transaction of its own, and between two of them others may ask
/// and write. Only the last keeps the server's token. If the program ends before, the same answer comes again, and what is
/// here of it already is known by the ids of its events. Each part keeps the number of the last event that was told, so
/// after such an end no stream goes on as if nothing had been missed.
struct AnswerPart: Hashable {
  /// Which of the rooms that the user is in.
  let rooms: Range<Int>
  let isFirst: Bool
  let isLast: Bool

  /// What the cache says when the parts before this one are in it.
  func mark(after answer: SyncAnswer) -> String { Self.mark(rooms.lowerBound, answer) }

  /// What it says when this one is, too.
  func mark(within answer: SyncAnswer) -> String { Self.mark(rooms.upperBound, answer) }

  private static func mark(_ count: Int, _ answer: SyncAnswer) -> String { "\(count) \(answer.nextBatch)" }

  /// All parts of an answer, in order.
  ///
  /// - Parameters:
  ///   - gaps: what is taken in together with it.
  ///   - most: after how many events a part ends with its room.
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

  /// Some milliseconds.
  static let mostEvents = 1000
}

/// What became of the events between what is here of a room and an answer that does not follow on from it.
enum TimelineGap {
  /// All of them are here, the oldest first.
  case filled([MatrixEvent])
  /// There were too many. What is shown has to be loaded again.
  case cut
}
