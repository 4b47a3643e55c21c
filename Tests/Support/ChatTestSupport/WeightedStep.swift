/// One kind of step of a random run.
public protocol WeightedStep: CaseIterable {
  /// How often it happens, relative to the others.
  var weight: Int { get }
}

extension WeightedStep {
  public static func random(using chance: inout some RandomNumberGenerator) -> Self {
    let all = Array(allCases)
    var number = Int.random(in: 0..<all.reduce(0) { $0 + $1.weight }, using: &chance)
    for step in all {
      number -= step.weight
      if number < 0 { return step }
    }
    return all[all.count - 1]
  }
}
