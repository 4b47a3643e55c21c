import InMemoryService

/// One thing that a person does, or that happens to a device.
enum Step: String, CaseIterable {
  case type, say, removeWord, clear, leave, send
  case beginEdit, sendEdit, endEdit, delete, resend, discard
  case react, markRead
  case weather, calm, down, up, offline, online, crash, wait

  /// How often it happens beside the others.
  private var weight: Int {
    switch self {
    case .type: 18
    case .say: 16
    case .send: 14
    case .wait, .weather: 8
    case .crash, .beginEdit, .sendEdit, .react, .markRead, .up, .online: 4
    case .removeWord, .leave, .delete, .calm: 3
    case .clear, .down, .offline, .resend: 2
    case .endEdit, .discard: 1
    }
  }

  static func random(using chance: inout SeededGenerator) -> Step {
    var number = Int.random(in: 0..<Self.sum, using: &chance)
    for step in allCases {
      number -= step.weight
      if number < 0 { return step }
    }
    return .wait
  }

  private static let sum = allCases.reduce(0) { $0 + $1.weight }
}
