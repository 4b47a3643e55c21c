import ChatControllers
import ChatDomain
import TerminalScreen

extension App {
  /// Rings the bell and notifies the desktop if a message calls for the user's attention and the terminal is not
  /// focused. A terminal in line mode does not report its focus.
  func call(because notice: ClientNotice) {
    guard !isFocused || narrator != nil, case .event(.messageCreated(let message)) = notice else { return }
    let me = client.currentUser.id
    guard message.author.id != me, message.kind == .regular else { return }
    let row = sidebar.channelList.row(for: message.channelId)
    guard row?.preferences.isMuted != true else { return }
    let isDirect = row?.channel.type == .direct
    let isMeant = isDirect || message.mentionedUsers.contains(me)
    let wants = { (calls: Settings.Calls) in
      switch calls {
      case .never: false
      case .direct: isDirect
      case .mentions: isMeant
      case .all: true
      }
    }
    if wants(settings.bell) { terminal.perform(.ring) }
    if wants(settings.desktop) {
      let words = message.placeholder ?? message.text
      terminal.perform(.notify(ScreenText("\(message.author.displayName): \(words)", limit: 160)))
    }
  }

  /// Reports what happened to a draft without the user's doing.
  func tell(of notice: ClientNotice) {
    if case .takenOver(let differing) = notice { return tellOfTakeover(differing) }
    guard case .draft(let change) = notice, case .merged(let conflicts) = change.cause, conflicts > 0,
      change.key == channel?.composer.key || change.key == thread?.composer.key
    else { return }
    let keys = keys(of: .global(.draftHistory))
    say(Notice("Also changed elsewhere; \(keys) has those words", .warning))
  }

  /// Says where the words of the Inkwell are that had the profile before.
  private func tellOfTakeover(_ differing: [DraftKey]) {
    let saved = "From now on what you write is saved"
    guard let first = differing.first else { return say(Notice(saved, .good)) }
    let place = differing.count == 1 ? placeNames.name(of: first) : "\(differing.count) places"
    let keys = keys(of: .global(.draftHistory))
    say(Notice("\(saved); \(keys) has what the other Inkwell held in \(place)", .warning))
  }
}
