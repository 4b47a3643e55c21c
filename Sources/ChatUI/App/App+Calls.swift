import ChatControllers
import ChatDomain
import TerminalScreen

extension App {
  /// Rings and tells the desktop when somebody wants this person and the terminal is not looked at.
  func call(because notice: ClientNotice) {
    guard !isFocused, case .event(.messageCreated(let message)) = notice else { return }
    let me = client.currentUser.id
    guard message.author.id != me, message.kind == .regular else { return }
    let isMeant =
      message.mentionedUsers.contains(me)
      || sidebar.channelList.row(for: message.channelId)?.channel.type == .direct
    if wants(settings.bell, isMeant) { terminal.perform(.ring) }
    if wants(settings.desktop, isMeant) {
      terminal.perform(.notify(ScreenText("\(message.author.displayName): \(message.text)", limit: 160)))
    }
  }

  private func wants(_ calls: Settings.Calls, _ isMeant: Bool) -> Bool {
    switch calls {
    case .never: false
    case .mentions: isMeant
    case .all: true
    }
  }

  /// Says what happened to a draft behind the person's back.
  func tell(of notice: ClientNotice) {
    guard case .draft(let change) = notice, case .merged(let conflicts) = change.cause, conflicts > 0,
      change.key == channel?.composer.key || change.key == thread?.composer.key
    else { return }
    let keys = keys(of: .global(.draftHistory))
    say(Notice("Also changed elsewhere; \(keys) has those words", .warning))
  }
}
