/// How long something took, each time.
struct Measurement {
  let name: String
  let each: Duration

  /// Runs something so many times.
  static func of(_ name: String, times: Int, _ body: (Int) async throws -> Void) async rethrows -> Measurement
  {
    let start = ContinuousClock.now
    for number in 0..<times { try await body(number) }
    return Measurement(name: name, each: (ContinuousClock.now - start) / times)
  }

  var spoken: String {
    let microseconds = Double(each.components.attoseconds) / 1e12 + Double(each.components.seconds) * 1e6
    return microseconds < 1000
      ? "\((microseconds * 10).rounded() / 10) µs" : "\((microseconds / 100).rounded() / 10) ms"
  }
}

extension String {
  func padded(_ width: Int) -> String { self + String(repeating: " ", count: max(1, width - count)) }
}
