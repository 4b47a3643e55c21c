import ChatControllers
import ChatDomain
import ChatScreens

/// Goes to another account, and signs out of this one. One run of the program shows one account.
final class AccountActions {
  private let services: any AppServices
  private let loop: any LoopControl
  private let sidebar: ChannelSidebar
  private let directory: (any AccountDirectory)?

  init(
    services: any AppServices, loop: any LoopControl, sidebar: ChannelSidebar,
    directory: (any AccountDirectory)?
  ) {
    self.services = services
    self.loop = loop
    self.sidebar = sidebar
    self.directory = directory
  }

  /// - Parameter text: the initial query.
  func showAll(for text: String = "") {
    guard let directory else {
      return services.say(Notice("There are no other accounts here", .warning))
    }
    // What the last line offers is meant.
    if text.isEmpty, services.client.connection == .signedOut, directory.current != .demo {
      return loop.end(before: .opening(directory.current))
    }
    services.show(
      AccountsPanel(
        directory: directory, keymap: services.keymap, text: text,
        signOut: { [weak self] place in self?.signOut(of: place) },
        open: { [loop] place in loop.end(before: .opening(place)) }))
  }

  /// Ends the session at the server, after a question that says what stays on this device.
  func signOut() {
    guard case .account(let name, _) = directory?.current else {
      return services.say(Notice("The demo needs no account: there is nothing to sign out of"))
    }
    services.show(
      QuestionPanel(
        title: "Sign out \(name)?", text: whatStays, yes: "sign out", no: "stay", keymap: services.keymap,
        clock: services.client.clock
      ) { [loop] in
        loop.end(before: .signingOut)
      })
  }

  /// Of another account only its own program knows what is unsent.
  private func signOut(of place: AccountPlace) {
    if place == directory?.current { return signOut() }
    guard case .account(let name, _) = place else { return signOut() }
    services.say(Notice("Open \(name) first, or end its session with inkwell --logout \(name)", .warning))
  }

  private var whatStays: String {
    let drafts = sidebar.user.draftMessages.count
    var unsent = 0
    for id in sidebar.order { unsent += services.client.pendingWork(in: id).count }
    let parts = [
      drafts > 0 ? counted(drafts, "draft", "drafts") : nil,
      unsent > 0 ? counted(unsent, "change that is not sent yet", "changes that are not sent yet") : nil,
    ].compactMap(\.self)
    guard !parts.isEmpty else {
      return "Nothing is unsent. What is kept on this device stays, and is there when you sign in again."
    }
    let what = parts.joined(separator: " and ")
    return "\(what) stay on this device, and go on when you sign in again. Nothing is erased."
  }
}
