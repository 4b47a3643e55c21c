import ChatTestSupport

/// One thing that a person does, or that happens to a device.
enum Step: String, WeightedStep {
  case type, mention, suggest, removeWord, rewrite, undo, redo
  case send, leave, comeBack, clear, setAside, restore
  case beginEdit, sendEdit, endEdit
  case delete, resend, discard
  case react, pin, unpin, markRead, readThread, attach, quote
  case open, openThread, openThreadList, close, loadOlder
  case weather, calm, storeFails, storeWorks, crash, wait

  /// How often it happens beside the others.
  var weight: Int {
    switch self {
    case .type: 26
    case .send: 20
    case .wait: 10
    case .weather: 7
    case .removeWord, .undo, .delete, .leave, .crash, .beginEdit, .sendEdit: 4
    case .mention, .resend, .comeBack, .react, .pin, .calm, .attach, .markRead, .readThread: 3
    case .suggest, .rewrite, .clear, .storeFails, .quote: 2
    case .redo, .setAside, .restore, .endEdit, .discard, .unpin: 1
    case .storeWorks, .open: 4
    case .openThread, .openThreadList, .close, .loadOlder: 2
    }
  }
}
