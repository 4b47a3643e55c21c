import ChatDomain

/// The messages of a place that were read aloud last, so that reading can continue from there.
struct ReadingPosition {
  private(set) var place: DraftKey?
  private(set) var first: MessageID?
  private(set) var last: MessageID?

  mutating func forget() { self = ReadingPosition() }

  mutating func move(to messages: ArraySlice<Message>, in place: DraftKey) {
    guard let first = messages.first, let last = messages.last else { return }
    self.place = place
    self.first = first.id
    self.last = last.id
  }
}
