import ChatDomain

/// Tells the plot, one exchange after the other. The same seed and the same calls tell it in the same way.
struct PlotDirector: Sendable {
  private let pace: PeerPace
  private var generator: SeededGenerator
  /// The remaining exchanges of each arc.
  private var arcs = DemoPlot.arcs.map { $0[...] }
  private var isBeginning = true

  init(pace: PeerPace, seed: UInt64) {
    self.pace = pace
    generator = SeededGenerator(seed: seed)
  }

  /// The time until the next exchange, a shorter one at the beginning; nil if people only answer.
  mutating func pause() -> Duration? {
    defer { isBeginning = false }
    return pace.pauses.map { generator.duration(in: $0) / (isBeginning ? 4 : 1) }
  }

  /// The next exchange that fits the hour, for one of the channels, with the times it takes; nil at the end of the plot.
  mutating func next(hour: Int, in channels: Set<ChannelID>) -> [PlotAct]? {
    var drawn = generator.split()
    // Arcs with more left come more often, so that all end at about the same time.
    while let index = arcs.indices.flatMap({ Array(repeating: $0, count: arcs[$0].count) })
      .randomElement(using: &drawn), let exchange = arcs[index].popFirst()
    {
      guard exchange.hours.contains(hour), channels.contains(exchange.channel) else { continue }
      return exchange.lines.map { line in
        // A line takes longer than an answer: the others have something else to do.
        PlotAct(
          line: line, channel: exchange.channel, reading: drawn.duration(in: pace.reading) * 3,
          typing: drawn.duration(in: pace.typing), number: drawn.next())
      }
    }
    return nil
  }
}

/// A line of the plot, with the times it takes.
struct PlotAct: Hashable, Sendable {
  let line: DemoExchange.Line
  let channel: ChannelID
  let reading: Duration
  let typing: Duration
  let number: UInt64
}
