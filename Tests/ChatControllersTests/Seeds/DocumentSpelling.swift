import ChatControllers
import ChatDomain

// The documents' fire-and-forget calls, spelled as there: without a completion handler. The library has no such form,
// because `try await draft.send()` at the top level of a program would mean it. A program that needs them can copy
// this.

extension MessageDraft {
  @available(*, noasync)
  func send() { send(completion: nil) }
}

extension ChannelController {
  @available(*, noasync)
  func createNewMessage(text: String) { createNewMessage(text: text, completion: nil) }
}

extension MessageController {
  @available(*, noasync)
  func editMessage(text: String) { editMessage(text: text, completion: nil) }

  @available(*, noasync)
  func deleteMessage() { deleteMessage(completion: nil) }

  @available(*, noasync)
  func resendMessage() { resendMessage(completion: nil) }
}
