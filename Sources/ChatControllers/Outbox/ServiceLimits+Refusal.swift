import ChatDomain
import DraftEngine

nonisolated extension ServiceLimits {
  /// The reason the service would refuse a message with this text and number of files.
  func refusal(of elements: [MessageElement], fileCount count: Int) -> ChatError.Refusal? {
    if elements.allSatisfy({ $0.target == nil && $0.text.isBlank }), count == 0 {
      return .emptyMessage
    }
    if count > filesPerMessage { return .wrongNumberOfFiles(count: count, limit: filesPerMessage) }
    let bytes = MessageMarkup.render(elements).utf8.count
    if bytes > messageBytes { return .messageTooLong(bytes: bytes, limit: messageBytes) }
    return nil
  }
}
