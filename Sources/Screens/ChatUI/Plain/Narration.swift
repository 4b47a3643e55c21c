import ChatDomain
import ChatScreens
import DraftEngine

/// The sentences about a change from one state to another, in the order in which a user wants to hear them.
struct Narration {
  private(set) var sentences: [String] = []

  init(from old: PlainState?, to new: PlainState) {
    guard let old else {
      for sentence in [new.connection, new.saving, new.arrival] { say(sentence) }
      if new.unreadInbox > 0 { say(Self.inbox(new.unreadInbox)) }
      describeGuide("", new)
      return
    }
    describePlace(old, new)
    if old.connection != new.connection { say(new.connection) }
    if old.saving != new.saving { say(new.saving.isEmpty ? "drafts are saved again" : new.saving) }
    // Only more of it is news; that there is less is the user's own doing.
    if new.unreadInbox > old.unreadInbox { say(Self.inbox(new.unreadInbox)) }
    if let before = old.composer, let after = new.composer, old.place == new.place {
      sentences += ComposerNarration(from: before, to: after).sentences
    }
    describeMessage(old, new)
    describePopup(old, new)
    sentences += PanelNarration.sentences(from: old.panel, to: new.panel, back: new.name)
    if old.fetching != new.fetching, let name = new.fetching { say("fetching \(name)") }
    describeNames(old, new)
    describeGuide(old.guide, new)
  }

  /// What becomes of typed names, once the one at the caret is finished: not with each of its letters.
  private mutating func describeNames(_ old: PlainState, _ new: PlainState) {
    guard new.popup == nil, old.place == new.place, let telling = new.composer?.telling else { return }
    if old.popup != nil || telling != old.composer?.telling { say(telling.text) }
  }

  private static func inbox(_ count: Int) -> String {
    "\(count) for you, /\(SlashCommand.inbox.name) lists them"
  }

  private mutating func say(_ sentence: String) {
    if !sentence.isEmpty { sentences.append(sentence) }
  }

  /// The step of the tour; with the first step, how to leave the tour.
  private mutating func describeGuide(_ before: String, _ new: PlainState) {
    guard before != new.guide, !new.guide.isEmpty else { return }
    say(before.isEmpty ? "\(new.guide); \(new.keys.leaveTour) ends the tour" : new.guide)
  }

  private mutating func describePlace(_ old: PlainState, _ new: PlainState) {
    guard old.place != new.place else { return }
    if new.leavesDraft { say("draft kept in \(old.name)") }
    say(new.arrival)
  }

  private mutating func describeMessage(_ old: PlainState, _ new: PlainState) {
    guard old.selection != new.selection else { return }
    guard new.selection != nil else {
      if old.place == new.place { say("back to typing") }
      return
    }
    say(old.selection == nil ? "\(new.selected); \(new.keys.messages)" : new.selected)
  }

  private mutating func describePopup(_ old: PlainState, _ new: PlainState) {
    guard let popup = new.popup, popup != old.popup else { return }
    guard popup.rows.indices.contains(popup.selection) else {
      // A pending lookup is not worth a line for each letter.
      if let note = popup.note, note != old.popup?.note, note != "looking…" { say(note) }
      return
    }
    let row = popup.rows[popup.selection]
    let place = "\(popup.selection + 1) of \(popup.rows.count)"
    let words = [row.label, popup.title == "people" ? "" : row.detail].filter { !$0.isEmpty }.joined(
      separator: " ")
    if let before = old.popup, before.rows == popup.rows {
      guard before.selection != popup.selection else { return }
      say("\(words), \(place)")
    } else {
      let count = popup.rows.count == 1 ? "" : "\(popup.rows.count) "
      say("\(count)\(popup.title): \(words), \(place); \(new.keys.accept) accepts")
    }
  }
}
