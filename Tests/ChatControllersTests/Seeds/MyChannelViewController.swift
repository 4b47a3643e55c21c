import ChatControllers
import ChatDomain

/// `MyChannelViewController` of seed 003, as one class instead of three. It has no table: a cell is a line of text.
final class MyChannelViewController {
  let controller: ChannelController

  init(controller: ChannelController) { self.controller = controller }

  func sendMessage(text: String) {
    // This method creates a new message locally,
    // initially with `localState == .pendingSend`
    controller.createNewMessage(text: text)
  }

  func editMessage(message: Message, text: String) {
    let messageController = controller.client.messageController(for: message.id, in: controller.channelId)

    // This method updates a message locally
    // with the `localState == .pendingSync`
    messageController.editMessage(text: text)
  }

  func deleteMessage(message: Message) {
    // Create a `MessageController` for the message you want to delete
    let messageController = controller.client.messageController(for: message.id, in: controller.channelId)

    // Delete the message
    messageController.deleteMessage()
  }

  /// The retry button.
  func retry(message: Message) {
    controller.client.messageController(for: message.id, in: controller.channelId).resendMessage()
  }

  func cell(forRowAt row: Int) -> String {
    let message = controller.messages[row]
    if message.localState == .pendingSend {
      // show message as pending send
      return "\(message.text) (pending send)"
    } else if message.localState == .sendingFailed {
      // show retry button for the message
      return "\(message.text) [send again]"
    } else if message.localState == .pendingSync {
      // show message as not being synced with the servers
      return "\(message.text) (not synced)"
    } else if message.localState == .syncingFailed {
      // show retry button
      return "\(message.text) [sync again]"
    } else if message.localState == .deleting {
      // show message as being deleted
      return "\(message.text) (being deleted)"
    } else if message.localState == .deletingFailed {
      // show retry button for deleting the message
      return "\(message.text) [delete again]"
    }
    return message.isDeleted ? "(deleted)" : message.text
  }

  var cells: [String] { controller.messages.indices.map(cell(forRowAt:)) }
}
