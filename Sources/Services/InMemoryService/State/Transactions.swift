import ChatDomain

/// What became of the transactions of each user, in case one is sent again.
struct Transactions: Sendable {
  enum Outcome: Sendable {
    case message(room: Int, token: UInt64)
    /// The message is in no history: it was sent without storing, or hard-deleted.
    case answer(Message)
  }

  private var outcomes: [UserID: [TransactionID: Outcome]] = [:]

  subscript(transaction: TransactionID, of user: UserID) -> Outcome? {
    get { outcomes[user]?[transaction] }
    set { outcomes[user, default: [:]][transaction] = newValue }
  }
}
