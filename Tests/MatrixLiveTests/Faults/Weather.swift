import InMemoryService
import LoopbackServer
import Synchronization

/// The faults between a device and the server, drawn from a seed.
final class Weather: Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case calm, slow, lossy, cutting, repeating, busy, stormy
  }

  private struct State {
    var kind = Kind.calm
    var chance: SeededGenerator
  }

  private let state: Mutex<State>

  init(seed: UInt64) { state = Mutex(State(chance: SeededGenerator(seed: seed))) }

  var kind: Kind {
    get { state.withLock { $0.kind } }
    set { state.withLock { $0.kind = newValue } }
  }

  /// The fault of the next request.
  func next() -> Relay.Fault {
    state.withLock { state in
      guard state.kind != .calm, state.chance.happens(0.4) else { return .none }
      let kind = state.kind == .stormy ? Self.kinds.randomElement(using: &state.chance) : state.kind
      return Self.fault(kind ?? .calm, &state.chance)
    }
  }

  private static let kinds = Kind.allCases.filter { $0 != .calm && $0 != .stormy }

  private static func fault(_ kind: Kind, _ chance: inout SeededGenerator) -> Relay.Fault {
    let time = Int.random(in: 5...120, using: &chance)
    let percent = Int.random(in: 0...99, using: &chance)
    switch kind {
    case .slow:
      return chance.happens(0.5) ? .lateRequest(milliseconds: time) : .lateAnswer(milliseconds: time)
    case .lossy:
      return [.unsent, .lost, .lost, .belated(milliseconds: time)].randomElement(using: &chance) ?? .lost
    case .cutting: return chance.happens(0.5) ? .cut(percent: percent) : .reset(percent: percent)
    case .repeating: return chance.happens(0.5) ? .repeatedAnswer : .repeatedRequest
    case .busy:
      // The clients' clock runs ten times as fast.
      return [.tooMany(milliseconds: time * 10), .tooMany(milliseconds: nil), .badGateway]
        .randomElement(using: &chance) ?? .badGateway
    case .calm, .stormy: return .none
    }
  }
}
