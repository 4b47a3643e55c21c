/// One way to do what a row measures, or one input size.
public struct Contestant {
  public typealias Run = @MainActor (Stopwatch) async throws -> Void

  public var name: String
  /// The number of runs measured together, because a single one is below the resolution of the clock.
  public var batch: Int
  /// Prepares a batch, measures it with the stopwatch and records a result.
  public var run: Run

  public init(name: String, batch: Int = 1, run: @escaping Run) {
    self.name = name
    self.batch = batch
    self.run = run
  }
}

/// A limit relative to the figure of another contestant in the same row.
public struct Share: Codable {
  public var atMost: Double
  public var of: String

  public init(atMost: Double, of: String) {
    self.atMost = atMost
    self.of = of
  }
}

/// A row of the table: the subject first, then the contestants that it is compared with, measured in turns.
public struct Contest {
  public var group: String
  public var name: String
  /// The time that the reference's engine takes on this kind of machine, in nanoseconds.
  public var reference: Double?
  /// The time limit of the first contestant; nil: none.
  public var limit: Double?
  /// The limit of the first contestant relative to another one.
  public var share: Share?
  public var unit: Unit
  /// An optional remark, printed with the row.
  public var note: String?
  /// The minimum number of samples of each contestant; lower for a row with slow runs.
  public var fewest: Int
  /// Whether the figure is deterministic, so that one run is enough.
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

  /// Measures the contestants in turns, so that a busy moment of the machine affects all of them.
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

  /// Runs each contestant once, without a warm-up.
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

  /// Warms up: runs a contestant until caches and branch predictors are settled.
  ///
  /// - Returns: n, if it takes part in every nth round. A slow one skips rounds, because the others need many
  ///   samples.
  private func warmUp(
    _ contestant: Contestant, _ stopwatch: Stopwatch, for time: Duration
  ) async throws -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    repeat { try await contestant.run(stopwatch) } while clock.now - start < time
    return fewest < 31 || unit != .nanoseconds ? 1 : min(8, max(1, Int(stopwatch.reading / 20e6)))
  }
}
