import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Switches to another account, and signs out of this one. The program shows one account at a time.
final class AccountActions {
  private let services: AppContext
  private let sidebar: ChannelSidebar
  private let directory: (any AccountDirectory)?

  init(
    services: AppContext, sidebar: ChannelSidebar, directory: (any AccountDirectory)?
  ) {
    self.services = services
    self.sidebar = sidebar
    self.directory = directory
  }

  /// - Parameter text: the initial query.
  func showAll(for text: String = "") {
    guard let directory else {
      return services.say(Notice("There are no other accounts here", .warning))
    }
    services.showList(
      AccountSource(
        directory: directory,
        signOut: { [weak self] place in self?.signOut(of: place) },
        open: { [services] place in services.end(before: .opening(place)) }),
      line: QueryLine(text))
  }

  /// Performs `/login`. For a signed-out user it does what the last line offers: it signs in to this account again.
  func signIn(_ argument: String) {
    guard argument.isEmpty, services.client.connection == .signedOut, let current = directory?.current,
      current != .demo
    else { return showAll(for: argument) }
    services.end(before: .opening(current))
  }

  /// Ends the session at the server, after a question that says which data stays on this device or, if it will be erased, which
  /// data is lost.
  ///
  /// - Parameter isErasing: whether the question starts with erasing selected.
  func signOut(erasing isErasing: Bool = false) {
    guard case .account(let name, _) = directory?.current else {
      return services.say(Notice("The demo needs no account: there is nothing to sign out of"))
    }
    services.ask(
      isErasing ? "Erase \(name) here?" : "Sign out \(name)?", isErasing ? whatGoes : whatStays,
      [
        .init(.accept, isErasing ? "sign out and erase" : "sign out and keep") { [services] in
          services.end(before: isErasing ? .erasing : .signingOut)
        },
        .init(.toggle, isErasing ? "keep it instead" : "erase it instead", isImmediate: true) { [weak self] in
          self?.signOut(erasing: !isErasing)
        },
        .init(.dismiss, "stay"),
      ])
  }

  /// Performs `/logout` and `/logout erase`.
  func signOut(_ argument: String) {
    switch argument {
    case "": signOut()
    case "erase": signOut(erasing: true)
    default:
      services.refuse(
        Notice("/logout asks; /logout erase begins with erasing what is kept on this device", .warning))
    }
  }

  /// Only the program that runs another account knows its unsent messages.
  private func signOut(of place: AccountPlace) {
    if place == directory?.current { return signOut() }
    guard case .account(let name, _) = place else { return signOut() }
    services.say(Notice("Open \(name) first, or end its session with inkwell --logout \(name)", .warning))
  }

  private var whatStays: String {
    guard let what = waiting else {
      return
        "Nothing is unsent. What is kept on this device stays, and is there when you sign in again."
    }
    return
      "\(what) stay on this device, and go on when you sign in again. Nothing is erased."
  }

  private var whatGoes: String {
    let what = waiting.map { "\($0), and " } ?? ""
    return
      "You are signed out, and erased for good is: \(what)everything else that is kept of this account on this device, such as history, messages and files in transit. What the server has stays there, and files that you saved or opened stay where they are."
  }

  /// The data that is not saved at the server or not sent; nil if there is none.
  private var waiting: String? {
    let drafts = sidebar.user.draftCount
    var unsent = 0
    for id in services.client.channelsWithPendingWork { unsent += services.client.pendingWork(in: id).count }
    let parts = [
      drafts > 0 ? counted(drafts, "draft", "drafts") : nil,
      unsent > 0 ? counted(unsent, "change that is not sent yet", "changes that are not sent yet") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}
