import Synchronization
import Testing

@testable import InMemoryService

@Suite("Ordered log")
struct OrderedLogTests {
  @Test("It agrees with a sorted array whatever is added and removed", arguments: 0..<40 as Range<UInt64>)
  func model(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var log = OrderedLog<UInt64>()
    var model: [UInt64] = []
    let span = seed.isMultiple(of: 2) ? 3000 : 100_000 as UInt64
    for step in 0..<3000 {
      let removes = generator.next() % 10 < (step < 1500 ? 2 : 7)
      let token = generator.next() % 3 == 0 ? UInt64(step) * 30 : generator.next() % span
      if removes, let victim = model.randomElement(using: &generator) {
        let removed = log.remove(victim)
        #expect(removed == victim)
        model.removeAll { $0 == victim }
      } else if !model.contains(token) {
        let isNew = log.insert(token)
        #expect(isNew)
        model.insert(token, at: model.firstIndex { $0 > token } ?? model.endIndex)
      } else {
        let isNew = log.insert(token)
        #expect(!isNew)
      }
      guard step.isMultiple(of: 50) else { continue }
      let probe = generator.next() % span
      #expect(log.count == model.count && log.first == model.first && log.last == model.last)
      #expect(log.count(below: probe) == model.count { $0 < probe })
      #expect(log.count(above: probe) == model.count { $0 > probe })
      #expect(log.contains(probe) == model.contains(probe))
      let start = model.isEmpty ? 0 : Int(generator.next() % UInt64(model.count))
      #expect(log.elements(in: start..<start + 70) == Array(model[start...].prefix(70)))
    }
    #expect(log.elements(in: 0..<log.count) == model)
  }

  @Test("What only the whole has is found like by walking", arguments: 0..<20 as Range<UInt64>)
  func difference(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    var whole = OrderedLog<UInt64>()
    var part = OrderedLog<UInt64>()
    var others: [UInt64] = []
    for token in 1...2000 as ClosedRange<UInt64> {
      whole.insert(token * 3)
      if generator.next() % 40 == 0 { others.append(token * 3) } else { part.insert(token * 3) }
    }
    for _ in 0..<100 {
      let place = generator.next() % 6100
      #expect(whole.first(after: place, notIn: part) == others.first { $0 > place })
      #expect(whole.count(after: place, notIn: part) == others.count { $0 > place })
    }
  }

  @Test(
    "Finding, counting, adding and removing look at as few elements in a hundred thousand as in a thousand")
  func growth() {
    func looks(_ count: Int) -> Int {
      var log = OrderedLog<CountedElement>()
      for token in 1...UInt64(count) { log.insert(CountedElement(token * 2)) }
      CountedElement.looks.store(0, ordering: .relaxed)
      for part in 1...10 as ClosedRange<UInt64> {
        let token = UInt64(count) / 11 * part * 2
        _ = log.count(below: token)
        _ = log[token]
        _ = log.elements(in: Int(token)..<Int(token) + 1)
        log.insert(CountedElement(token + 1))
        log.remove(token)
      }
      return CountedElement.looks.load(ordering: .relaxed)
    }
    let (small, large) = (looks(1000), looks(100_000))
    #expect(large <= small * 2, "\(small) looks in a thousand, \(large) in a hundred thousand")
  }
}

/// An element that counts how often somebody looks at its token.
private struct CountedElement: Tokened, Sendable {
  static let looks = Atomic<Int>(0)
  private let value: UInt64

  init(_ value: UInt64) { self.value = value }

  var token: UInt64 {
    Self.looks.add(1, ordering: .relaxed)
    return value
  }
}
