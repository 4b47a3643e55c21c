/// One way to do what a row measures, or one size of it.
public struct Contestant {
  public typealias Run = @MainActor (Stopwatch) async throws -> Void

  public var name: String
  /// How many runs are measured together, because one alone is shorter than the clock can tell.
  public var batch: Int
  /// Prepares a batch, measures it with the stopwatch and hands over a result.
  public var run: Run

  public init(name: String, batch: Int = 1, run: @escaping Run) {
    self.name = name
    self.batch = batch
    self.run = run
  }
}

/// A part of what another contestant of the same row takes.
public struct Share: Codable {
  public var atMost: Double
  public var of: String

  public init(atMost: Double, of: String) {
    self.atMost = atMost
    self.of = of
  }
}

/// A row of the table: what it is about first, then what that is compared with, all measured in turns.
public struct Contest {
  public var group: String
  public var name: String
  /// What the reference's own engine takes on this kind of machine, in nanoseconds.
  public var reference: Double?
  /// What the first one may take at most.
  public var limit: Double?
  /// What it may take at most of what another one takes.
  public var share: Share?
  public var unit: Unit
  /// What else there is to know about it.
  public var note: String?
  /// How many samples each one gives at least; fewer for a row of which a single run takes long.
  public var fewest: Int
  /// Whether each run comes to the same, so that one says all.
  public var isSteady: Bool
  public var contestants: [Contestant]

  public init(
    group: String, name: String, reference: Double? = nil, limit: Double? = nil, share: Share? = nil,
    unit: Unit = .nanoseconds, note: String? = nil, fewest: Int = 31,
    isSteady: Bool = false, contestants: [Contestant]
  ) {
    self.group = group
    self.name = name
    self.reference = reference
    self.limit = limit
    self.share = share
    self.unit = unit
    self.note = note
    self.fewest = fewest
    self.isSteady = isSteady
    self.contestants = contestants
  }

  /// Measures everybody in turns, so that a busy moment of the machine hits all of them.
  func figures(_ stopwatch: Stopwatch, isQuick: Bool) async throws -> Figures {
    if isSteady { return try await steadyFigures(stopwatch) }
    let clock = ContinuousClock()
    let budget: Duration = .milliseconds(isQuick ? 200 : 1000) * contestants.count
    let (fewest, most) = isQuick ? (min(5, fewest), 200) : (fewest, 2001)
    var strides: [Int] = []
    for contestant in contestants {
      strides.append(try await warmUp(contestant, stopwatch, for: budget / 20))
    }
    var samples = Array(repeating: Samples(), count: contestants.count)
    let start = clock.now
    var round = 0
    while samples.contains(where: { $0.count < fewest }) || (round < most && clock.now - start < budget) {
      for turn in contestants.indices {
        let index = (turn + round) % contestants.count
        guard round % strides[index] == 0 else { continue }
        try await contestants[index].run(stopwatch)
        samples[index].append(stopwatch.reading / Double(contestants[index].batch))
      }
      round += 1
    }
    return figures(of: samples)
  }

  /// One run of each, without another one to get warm by.
  private func steadyFigures(_ stopwatch: Stopwatch) async throws -> Figures {
    var samples = Array(repeating: Samples(), count: contestants.count)
    for (index, contestant) in contestants.enumerated() {
      try await contestant.run(stopwatch)
      samples[index].append(stopwatch.reading / Double(contestant.batch))
    }
    return figures(of: samples)
  }

  private func figures(of samples: [Samples]) -> Figures {
    let first = samples[0].median
    let lines = zip(contestants, samples).map { contestant, samples in
      Figures.Line(
        name: contestant.name, samples: samples.count, batch: contestant.batch, median: samples.median,
        p99: samples.p99, ratio: first == 0 ? nil : samples.median / first)
    }
    let rival = lines.first { $0.name == share?.of }
    let limit = share.map { share in rival.map { $0.median * share.atMost } } ?? limit
    return Figures(
      group: group, name: name, unit: unit, note: note, reference: reference, limit: limit, share: share,
      isMet: limit.map { first <= $0 }, lines: lines)
  }

  /// Runs a contestant until the machine knows it.
  ///
  /// - Returns: every how many rounds it takes part. A slow one sits out some, for the others need many samples.
  private func warmUp(
    _ contestant: Contestant, _ stopwatch: Stopwatch, for time: Duration
  ) async throws -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    repeat { try await contestant.run(stopwatch) } while clock.now - start < time
    return fewest < 31 || unit != .nanoseconds ? 1 : min(8, max(1, Int(stopwatch.reading / 20e6)))
  }
}
