/// What a message costs that is sent quickly, and whether that is little.
struct QuickVerdict {
  let isGood: Bool
  let text: String

  /// A message that waits is there as what is asked of the service and as what is shown, with a task that waits for it.
  static let mostWaiting = 12 << 10
  /// One that has arrived is in the list that is shown, whose place is left with the channel.
  static let mostArrived = 3 << 10
  /// In the service it is its words, its ids, its event and its place in a few tables.
  static let mostAlone = 1 << 10

  init(_ count: Int) async throws {
    let alone = try await QuickSends(count).sendAlone()
    let typed = try await QuickSends(count).sendTyped()
    let (waiting, arrived) = (typed.waiting, typed.arrived - alone)
    isGood = waiting <= Self.mostWaiting && arrived <= Self.mostArrived && alone <= Self.mostAlone
    text = """
      \(count) messages sent quickly, bytes for each:
        in the service \(alone) (at most \(Self.mostAlone))
        in the program while it waits \(waiting) (at most \(Self.mostWaiting))
        in the program when it has arrived \(arrived) (at most \(Self.mostArrived))
      \(isGood ? "good" : "FAILED")
      """
  }
}
