import ChatTestSupport

/// One thing that a person does, or that happens to a device.
enum Step: String, WeightedStep {
  case type, say, removeWord, clear, leave, send
  case beginEdit, sendEdit, endEdit, delete, resend, discard
  case react, markRead
  case weather, calm, down, up, offline, online, crash, wait

  /// How often it happens beside the others.
  var weight: Int {
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
}
