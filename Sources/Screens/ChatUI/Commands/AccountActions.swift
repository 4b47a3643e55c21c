import ChatControllers
import ChatDomain
import ChatScreens
import Composer

/// Switches to another account, and signs out of this one. The program shows one account at a time.
struct AccountActions {
  let context: AppContext
  let sidebar: ChannelSidebar
  let directory: (any AccountDirectory)?

  /// - Parameter text: the initial query.
  func showAll(for text: String = "") {
    guard let directory else { return context.say(.noOtherAccounts) }
    context.showList(
      AccountSource(
        directory: directory,
        signOut: { place in signOut(of: place) },
        open: { [context] place in context.quit(before: .opening(place)) }),
      line: QueryLine(text))
  }

  /// Performs `/login`. A signed-out user signs in to the same account again, as the last line offers.
  func signIn(_ argument: String) {
    guard argument.isEmpty, context.client.connection == .signedOut, let current = directory?.current,
      current != .demo
    else { return showAll(for: argument) }
    context.quit(before: .opening(current))
  }

  /// Ends the session at the server, after a question that says which data stays on this device or, if it will be erased, which
  /// data is lost.
  ///
  /// - Parameter isErasing: whether the question starts with erasing selected.
  func signOut(erasing isErasing: Bool = false) {
    guard case .account(let name, _) = directory?.current else { return context.say(.demoHasNoAccount) }
    context.ask(
      isErasing ? "Erase \(name) here?" : "Sign out \(name)?", isErasing ? whatGoes : whatStays,
      [
        .init(.accept, isErasing ? "sign out and erase" : "sign out and keep") { [context] in
          context.quit(before: isErasing ? .erasing : .signingOut)
        },
        .init(.toggle, isErasing ? "keep it instead" : "erase it instead", isImmediate: true) {
          signOut(erasing: !isErasing)
        },
        .init(.dismiss, "stay signed in"),
      ])
  }

  /// Performs `/logout` and `/logout erase`.
  func signOut(_ argument: String) {
    switch argument {
    case "": signOut()
    case "erase": signOut(erasing: true)
    default: context.refuse(.useLogout)
    }
  }

  /// Signs out of this account. Another account must be opened first: its unsent messages are unknown here.
  private func signOut(of place: AccountPlace) {
    if place == directory?.current { return signOut() }
    guard case .account(let name, _) = place else { return context.say(.demoHasNoAccount) }
    context.say(.signOutElsewhere(name))
  }

  private var whatStays: String {
    guard let what = waiting else {
      return
        "Nothing is unsent. Your data stays on this device for when you sign in again."
    }
    return
      "This device keeps \(what) for when you sign in again. Nothing is erased."
  }

  private var whatGoes: String {
    let what = waiting.map { "\($0), and " } ?? ""
    return
      "You will be signed out, and this device permanently erases \(what)everything else that it has of the account, such as history, messages and files in transit. Data on the server stays, and so do files that you saved or opened."
  }

  /// The drafts and unsent changes, in words; nil if there are none.
  private var waiting: String? {
    let drafts = sidebar.draftCount
    var unsent = 0
    for id in context.client.channelsWithPendingWork { unsent += context.client.pendingWork(in: id).count }
    let parts = [
      drafts > 0 ? counted(drafts, "draft", "drafts") : nil,
      unsent > 0 ? counted(unsent, "unsent change", "unsent changes") : nil,
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " and ")
  }
}
