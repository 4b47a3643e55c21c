/// What one contestant took for one run, in the unit of its row.
struct Samples {
  private var values: [Double] = []

  var count: Int { values.count }

  mutating func append(_ value: Double) { values.append(value) }

  var median: Double { quantile(0.5) }
  var p99: Double { quantile(0.99) }

  private func quantile(_ part: Double) -> Double {
    guard !values.isEmpty else { return 0 }
    let sorted = values.sorted()
    return sorted[min(sorted.count - 1, Int(Double(sorted.count) * part))]
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
