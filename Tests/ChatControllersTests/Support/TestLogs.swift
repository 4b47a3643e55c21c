import ChatDomain
import ChatTestSupport
import DraftEngine
import Testing

@testable import ChatControllers

/// All notices of a client, and a way to wait for one.
final class NoticeLog {
  private(set) var notices: [ClientNotice] = []
  private var subscription: Subscription?

  init(_ client: ChatClient) {
    subscription = client.subscribe { [weak self] in self?.notices.append($0) }
  }

  /// Waits until the condition holds.
  func until(
    _ awaited: @autoclosure () -> String = "what is awaited here",
    sourceLocation: SourceLocation = #_sourceLocation,
    _ isMet: () -> Bool
  ) async { await settle(awaited(), until: { isMet() }, sourceLocation: sourceLocation) }

  func forget() { notices = [] }

  /// The states that a message went through, without repetitions.
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
}

/// Records what a draft reports.
final class ListenerLog: MessageDraftChangeListener {
  private(set) var elements: [[MessageElement]] = []
  private(set) var futures: [any FutureObject<[SuggestedMention]>] = []
  var onChange: (() -> Void)?

  var texts: [String] { elements.map(\.text) }

  func onChange(
    messageElements: [MessageElement], suggestedMentions: any FutureObject<[SuggestedMention]>
  ) {
    elements.append(messageElements)
    futures.append(suggestedMentions)
    onChange?()
  }
}
