import ChatControllers
import ChatDomain

/// Everything a client told, and a way to wait for something of it.
final class NoticeLog {
  private(set) var notices: [ClientNotice] = []
  private var waiting: [(isMet: () -> Bool, resume: CheckedContinuation<Void, Never>)] = []
  private var subscription: Subscription?

  init(_ client: ChatClient) {
    subscription = client.subscribe { [weak self] in self?.hear($0) }
  }

  /// Returns as soon as it is so, looked at when a notice comes and when everybody has heard it.
  func until(_ isMet: @escaping () -> Bool) async {
    if isMet() { return }
    await withCheckedContinuation { waiting.append((isMet, $0)) }
  }

  func forget() { notices = [] }

  /// The states that a message went through, doubles left out.
  func states(of transaction: TransactionID) -> [String] {
    var states: [String] = []
    for case .outbox(let change) in notices where change.transactionId == transaction {
      let state =
        switch change.outcome {
        case .waiting(let entry): entry.message.localState?.rawValue ?? "nil"
        case .done: "done"
        case .withdrawn: "withdrawn"
        }
      if states.last != state { states.append(state) }
    }
    return states
  }

  private func hear(_ notice: ClientNotice) {
    notices.append(notice)
    check()
    // Again when those who listen behind this one have heard it too.
    Task { check() }
  }

  private func check() {
    let met = waiting.filter { $0.isMet() }
    guard !met.isEmpty else { return }
    waiting.removeAll { $0.isMet() }
    for one in met { one.resume.resume() }
  }
}
