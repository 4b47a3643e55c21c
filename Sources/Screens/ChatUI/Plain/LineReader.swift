import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// The replacement for a screen in line mode: a narrator that announces events in lines, and a reader that reads existing
/// messages and lists.
struct LineMode {
  let narrator: Narrator
  let reader: LineReader

  init(
    _ terminal: any LineTerminal, context: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    status: StatusPresenter, tour: TourGuide, downloads: Downloads, pending: PendingMessageStatus,
    encryption: EncryptionCache
  ) {
    let sentences = MessageSentences(
      context: context, navigator: navigator, names: sidebar.names, pending: pending,
      encryption: encryption)
    narrator = Narrator(
      terminal,
      presenter: PlainPresenter(
        context: context, navigator: navigator, names: sidebar.names, status: status, downloads: downloads,
        tour: tour, sentences: sentences, encryption: encryption),
      events: EventNarration(
        client: context.client, navigator: navigator, messageSentences: sentences))
    reader = LineReader(
      context: context, narrator: narrator, navigator: navigator, sidebar: sidebar, sentences: sentences)
  }
}

/// Reads messages and channels aloud in line mode, on request.
final class LineReader {
  /// The number of messages per page.
  static let pageOfMessages = 10
  private let context: AppContext
  private let narrator: Narrator
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  private let sentences: MessageSentences
  /// The messages that were read last, from which reading continues.
  private var position = ReadingPosition()

  init(
    context: AppContext, narrator: Narrator, navigator: Navigator, sidebar: ChannelSidebar,
    sentences: MessageSentences
  ) {
    self.context = context
    self.narrator = narrator
    self.navigator = navigator
    self.sidebar = sidebar
    self.sentences = sentences
  }

  // MARK: Help

  /// Reads the commands whose usage or meaning contains a word; without a word, all commands.
  func readHelp(_ word: String) {
    let match = FuzzyMatch(word)
    let found = SlashCommand.offered(by: context.client.abilities).filter { command in
      match.isEmpty
        || [command.usage, command.meaning].contains {
          match.score(FoldedText($0), atLeast: .inside) != nil
        }
    }
    for command in found { narrator.add("\(command.usage): \(command.meaning)") }
    narrator.add(found.isEmpty ? "No command named \(word)" : "/\(SlashCommand.keys.name) lists the keys")
    context.setNeedsFrame()
  }

  // MARK: Messages

  /// Reads the last messages of this channel or thread again.
  func readAgain(_ count: Int) {
    guard let focused = navigator.focused else { return }
    position.forget()
    readOlder(count, in: focused)
  }

  /// Reads `count` messages before those that were read last or, if `count` is negative, after them.
  func read(_ count: Int) {
    guard let focused = navigator.focused else { return }
    if position.place != focused.key { position.forget() }
    if count > 0 { readOlder(count, in: focused) } else { readNewer(-count, in: focused) }
  }

  private func readOlder(_ count: Int, in conversation: Conversation) {
    context.attempt { [weak self] in
      let source = conversation.source
      while let self, self.beginning(of: conversation) < count, source.timeline.hasOlder {
        // The loaded messages are read even if the rest cannot be loaded.
        do { if try await source.loadOlder() == 0 { break } } catch {
          self.context.say(.olderNotLoaded, because: error)
          break
        }
      }
      guard let self else { return }
      let end = self.beginning(of: conversation)
      self.read(max(0, end - count)..<end, in: conversation, orSay: .noOlderMessages)
    }
  }

  /// The index before which reading continues upwards: that of the oldest message read, or the end.
  private func beginning(of conversation: Conversation) -> Int {
    position.first.flatMap { conversation.source.timeline.index(of: $0) } ?? conversation.messages.count
  }

  private func readNewer(_ count: Int, in conversation: Conversation) {
    let total = conversation.messages.count
    let last = position.last.flatMap { conversation.source.timeline.index(of: $0) }
    let start = last.map { $0 + 1 } ?? total
    read(start..<min(total, start + count), in: conversation, orSay: .noNewerMessages)
  }

  private func read(_ range: Range<Int>, in conversation: Conversation, orSay nothing: Notice) {
    let messages = conversation.messages[range.clamped(to: conversation.messages.indices)]
    guard !messages.isEmpty else { return context.say(nothing) }
    let key = conversation.key
    for message in messages { narrator.add(sentences.sentence(of: message, heardIn: key)) }
    position.move(to: messages, in: key)
    context.setNeedsFrame()
  }

  // MARK: Channels

  /// Lists the channels and the state of each. Folded channels have no number, as in the list on the screen.
  func readChannels() {
    let numbers = Dictionary(uniqueKeysWithValues: sidebar.unfolded.enumerated().map { ($1, $0 + 1) })
    read(sidebar.channels, numbers)
    for listed in sidebar.spaces {
      narrator.add("Space \(listed.space.name)")
      read(listed.ids, numbers)
    }
    read(sidebar.conversations, numbers)
    context.setNeedsFrame()
  }

  private func read(_ channels: [ChannelID], _ numbers: [ChannelID: Int]) {
    for id in channels {
      guard let row = sidebar.channelList.row(for: id) else { continue }
      let name = sidebar.names.name(of: id)
      var parts = [numbers[id].map { "\($0): \(name)" } ?? name]
      if row.channel.isServiceNotice { parts.append("service notices") }
      if row.channel.isEncrypted { parts.append("encrypted") }
      parts += NewsWords.parts(of: row.news)
      if let draft = row.draft { parts.append("draft: \(Excerpt.beginning(of: draft.text, limit: 60))") }
      if row.failedMessage != nil { parts.append("a message was not sent") }
      if id == navigator.channel?.key.channelId { parts.append("you are here") }
      narrator.add(parts.joined(separator: ", "))
    }
  }

  // MARK: Drafts

  /// Lists the drafts of this device, the newest first.
  func readDrafts() {
    let drafts = context.client.draftMessages()
    let edits = context.client.unfinishedEdits.sorted { $0.key < $1.key }
    guard !drafts.isEmpty || !edits.isEmpty else { return context.say(.noDrafts) }
    for (key, edit) in edits {
      let words = Excerpt.beginning(of: edit.elements.text, limit: 60)
      narrator.add("\(sidebar.names.name(of: key)), unfinished edit: \(words)")
    }
    for draft in drafts {
      let words = draft.text.isEmpty ? "no text" : Excerpt.beginning(of: draft.text, limit: 60)
      narrator.add("\(sidebar.names.name(of: draft.key)), draft: \(words)")
    }
    context.setNeedsFrame()
  }

  // MARK: Typing

  /// Switches the announcement of typing on or off.
  func announceTyping(_ word: String) {
    switch word {
    case "on": narrator.announcesTyping = true
    case "off": narrator.announcesTyping = false
    case "": narrator.announcesTyping.toggle()
    default: return context.say(.useTyping)
    }
    context.say(narrator.announcesTyping ? .typingIsAnnounced : .typingIsNotAnnounced)
  }
}

/// The messages that were read aloud last, from which reading continues.
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
