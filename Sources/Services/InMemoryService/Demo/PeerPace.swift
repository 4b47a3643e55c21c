/// How lively the people of the demo are.
public struct PeerPace: Hashable, Sendable {
  /// How long somebody reads before starting to answer.
  public var reading: ClosedRange<Duration>
  /// How long they type.
  public var typing: ClosedRange<Duration>
  /// The probability of an answer to a message that is not directed at one person.
  public var answers: Double
  /// The pauses between unprompted messages; nil: there are none.
  public var pauses: ClosedRange<Duration>?

  /// Without arguments: people as ``lively`` as in the demo.
  public init(
    reading: ClosedRange<Duration> = .seconds(1) ... .seconds(4),
    typing: ClosedRange<Duration> = .seconds(2) ... .seconds(6), answers: Double = 0.8,
    pauses: ClosedRange<Duration>? = .seconds(15) ... .seconds(60)
  ) {
    self.reading = reading
    self.typing = typing
    self.answers = answers
    self.pauses = pauses
  }

  /// They answer, and write unprompted.
  public static let lively = PeerPace()
  /// They only answer.
  public static let reserved = PeerPace(pauses: nil)
  /// They say nothing at all.
  public static let quiet = PeerPace(answers: 0, pauses: nil)
}
