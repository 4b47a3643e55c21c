/// One way to do what a row measures.
struct Contestant {
  var name: String
  /// How many runs are measured together, because one alone is shorter than the clock can tell.
  var batch = 1
  /// Prepares a batch, measures it with the stopwatch and hands over a result.
  var run: (inout Stopwatch) -> Void
}

/// A row of the table: ours first, then what it is compared with, all measured in turns.
struct Contest {
  var group: String
  var name: String
  /// What the reference's own engine takes on this kind of machine, in nanoseconds.
  var reference: Double?
  /// What ours may take at most, in nanoseconds.
  var limit: Double?
  /// What else there is to know about it.
  var note: String?
  var contestants: [Contestant]

  /// Measures everybody in turns, so that a busy moment of the machine hits all of them.
  func figures(_ stopwatch: inout Stopwatch, isQuick: Bool) -> Figures {
    let clock = ContinuousClock()
    let budget: Duration = .milliseconds(isQuick ? 200 : 1000) * contestants.count
    let (fewest, most) = isQuick ? (5, 200) : (31, 2001)
    let strides = contestants.map { warmUp($0, &stopwatch, for: budget / 20) }
    var samples = Array(repeating: Samples(), count: contestants.count)
    let start = clock.now
    var round = 0
    while samples.contains(where: { $0.count < fewest }) || (round < most && clock.now - start < budget) {
      for turn in contestants.indices {
        let index = (turn + round) % contestants.count
        guard round % strides[index] == 0 else { continue }
        contestants[index].run(&stopwatch)
        samples[index].append(stopwatch.elapsed.nanoseconds / Double(contestants[index].batch))
      }
      round += 1
    }
    let ours = samples[0].median
    let lines = zip(contestants, samples).map { contestant, samples in
      Figures.Line(
        name: contestant.name, samples: samples.count, batch: contestant.batch, median: samples.median,
        p99: samples.p99, ratio: samples.median / ours)
    }
    return Figures(
      group: group, name: name, note: note, reference: reference, limit: limit,
      isMet: limit.map { ours <= $0 }, lines: lines)
  }

  /// Runs a contestant until the machine knows it.
  ///
  /// - Returns: every how many rounds it takes part. A slow one sits out some, for the others need many samples.
  private func warmUp(_ contestant: Contestant, _ stopwatch: inout Stopwatch, for time: Duration) -> Int {
    let clock = ContinuousClock()
    let start = clock.now
    repeat { contestant.run(&stopwatch) } while clock.now - start < time
    return min(8, max(1, Int(stopwatch.elapsed / .milliseconds(20))))
  }
}

/// What a row came to; times are in nanoseconds.
struct Figures: Codable {
  struct Line: Codable {
    var name: String
    var samples: Int
    var batch: Int
    var median: Double
    var p99: Double
    /// How many times as long as ours.
    var ratio: Double
  }

  var group: String
  var name: String
  var note: String?
  var reference: Double?
  var limit: Double?
  /// Whether the median of ours is within the limit.
  var isMet: Bool?
  /// Ours first.
  var lines: [Line]
}
