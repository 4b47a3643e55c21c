/// Whether the day was as cheap at its end as at its beginning.
struct Verdict {
  let isGood: Bool
  let text: String

  /// So much may the program have more at the end of the day than in its middle: the lists and caches that have a limit
  /// have reached it by then. The tables of the service double at other moments than in its day alone, which is some
  /// megabytes up or down; a client that kept the messages would have 50 more.
  static let mostGrowth = 16 << 20
  /// So much longer may a key take in the last hour than in the first: a machine that has other work to do is no fault.
  static let mostSlowdown = 1.6

  init(day: [Mark], alone: [Mark]) {
    let own = zip(day, alone).map { $0.used - $1.used }
    guard let last = day.last, let first = day.first, own.count > 1 else {
      isGood = false
      text = "there is nothing to compare"
      return
    }
    let growth = own[own.count - 1] - own[own.count / 2 - 1]
    let slowdown = last.frame / first.frame
    isGood = growth <= Self.mostGrowth && slowdown <= Self.mostSlowdown
    let hours = own.map { "\(Mark.kilobytes($0))" }.joined(separator: ", ")
    text = """
      what the program has in use, hour by hour, without the service: \(hours) kB
      in the second half it grew by \(Mark.kilobytes(growth)) kB (at most \(Mark.kilobytes(Self.mostGrowth)))
      a key to its frame, the last hour by the first: \(Double(Int(slowdown * 100)) / 100) (at most \(Self.mostSlowdown))
      \(isGood ? "good" : "FAILED")
      """
  }
}
