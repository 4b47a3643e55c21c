import ChatControllers
package import ChatDomain
import ChatScreens
import DraftEngine

/// Names that were typed with an `@` and are plain text. A line above the composer says whom they notify, and Enter does what
/// the line said.
package final class TypedNames {
  private let draft: MessageDraft
  private let context: any ComposerContext
  /// The number of changes of the draft so far.
  private var textVersion = 0
  /// The names in this version of the text, resolved with the members known then.
  private var cached: (textVersion: Int, roster: Int, names: [NamedMember])?
  /// The names that the last frame showed.
  private var shown: (textVersion: Int, names: [NamedMember])?
  private var lookup: Task<Void, Never>?
  /// The names looked up since the composer was created or the connection was restored; an answer may leave a name unresolved. The
  /// names of a failed lookup are removed, so that the next change or Enter retries them.
  private var asked: Set<String> = []
  /// The version of the text for which Enter stopped waiting.
  private var abandonedVersion: Int?
  /// The version of the text that the user sends as a file.
  private var fileVersion: Int?
  /// Why the last lookup failed.
  private var failure: ChatError?

  init(draft: MessageDraft, context: any ComposerContext) {
    self.draft = draft
    self.context = context
    lookUp()
  }

  /// The first name that is being looked up. Retries failed lookups.
  func nameBeingLookedUp() -> NamedMember? {
    guard abandonedVersion != textVersion else { return nil }
    if isOnline, !unasked.isEmpty { lookUp() }
    return lookup == nil ? nil : names.first(where: \.isUnknown)
  }

  /// Stops waiting: the next Enter sends the text as the line says.
  func giveUp() { abandonedVersion = textVersion }

  /// Waits until the lookups have ended.
  ///
  /// - Returns: why they failed, if they did.
  func waitForLookups() async -> ChatError? {
    while let lookup, !Task.isCancelled { await lookup.value }
    return failure
  }

  func textDidChange() {
    textVersion += 1
    if failure == nil || isOnline, !unasked.isEmpty { lookUp() }
  }

  /// Looks all names up again after the connection was restored or events were missed.
  func refresh() {
    asked = []
    failure = nil
    lookUp()
  }

  /// Whether the user has agreed that the text, as it is, goes as a file.
  var isGoingAsFile: Bool { fileVersion == textVersion }

  /// Records that the user has agreed to send this text as a file. Its names are then resolved in spite of its length.
  func goAsFile() {
    guard !isGoingAsFile else { return }
    fileVersion = textVersion
    cached = nil
    shown = nil
  }

  /// The names to announce, as far as the members are known now.
  var names: [NamedMember] {
    if let cached, cached.textVersion == textVersion, cached.roster == draft.rosterRevision {
      return cached.names
    }
    var names: [NamedMember] = []
    if resolution != .never {
      let typed = draft.namedMembers
      // Most texts contain no typed name.
      if !typed.isEmpty, !isNotSendable {
        for name in newNames(among: typed) where name.meaning != .nobody(similar: []) { names.append(name) }
      }
    }
    cached = (textVersion, draft.rosterRevision, names)
    return names
  }

  /// The line above the composer, for the next frame.
  ///
  /// - Parameter isChoosing: whether names are suggested, so that a name without a person is not announced yet.
  func line(isChoosing: Bool) -> ComposerState.Telling? {
    let names = names
    shown = (textVersion, names)
    if mentionsEveryoneInVain {
      return .init(text: NameAnnouncement.everyoneIsNotNotified(UserID.everyone.rawValue), tone: .warning)
    }
    let told = isChoosing ? names.filter { $0.member != nil } : names
    guard let announcement = NameAnnouncement(told, in: self) else { return nil }
    return .init(text: announcement.beforeSending, tone: announcement.isWarning ? .warning : .good)
  }

  /// Whether the draft mentions everyone in a channel where the user may not do that.
  private var mentionsEveryoneInVain: Bool {
    draft.mentionSpans.contains { $0.target == .user(userId: UserID.everyone.rawValue) }
      && context.client.refusal(of: .mentionEverybody, in: draft.key.channelId) != nil
  }

  /// The names that Enter acts on: those of the last frame, unless it showed another text or had not resolved them yet.
  var decision: (names: [NamedMember], wasShown: Bool) {
    guard let shown, shown.textVersion == textVersion,
      shown.names == names || !shown.names.contains(where: \.isUnknown)
    else { return (names, false) }
    // Line mode announces nothing while a name is typed.
    return (shown.names, !context.isLineMode)
  }

  /// The text to be sent, with these names as mentions; nil if they cannot be mentions.
  func document(mentioning names: [NamedMember]) -> DraftDocument? {
    var document = DraftDocument(elements: draft.elements)
    do throws(DraftError) {
      try document.apply(Self.transaction(mentioning: names))
      return document
    } catch {
      return nil
    }
  }

  /// What Enter sends without asking.
  var elementsToSend: [MessageElement] {
    let mentioned = names.filter { $0.member != nil }
    guard resolution == .unique, !mentioned.isEmpty else { return draft.elements }
    return document(mentioning: mentioned)?.elements ?? draft.elements
  }

  static func transaction(mentioning names: [NamedMember]) -> DraftTransaction {
    MessageDraft.transaction(mentioning: names) { PastedText.line($0.displayName) }
  }

  var resolution: ComposerSettings.NameResolution { context.composerSettings.nameResolution }
  var reader: UserID { context.client.currentUser.id }
  var sendKey: String? { context.keymap.keys(of: .composer(.send)).first?.description }
  /// Why a name is not resolved.
  var reasonUnknown: String { failure != nil ? "members not loaded" : "still looking it up" }

  /// Whether Enter does not send the text directly: it is a command, or so long that Enter asks first.
  private var isNotSendable: Bool {
    if !isGoingAsFile, draft.text.utf8.count > context.client.limits.messageBytes { return true }
    return draft.editedMessage == nil && SlashCommand.parse(draft.text) != nil
  }

  /// All of these names; in an edit only those that the message did not have. Names it already had were sent as plain text and
  /// stay plain.
  private func newNames(among typed: [NamedMember]) -> [NamedMember] {
    guard let message = draft.editedMessage else { return typed }
    var earlier = DraftDocument(elements: message.elements).typedNames().map { FoldedText($0.stem) }
    return typed.filter { name in
      guard let index = earlier.firstIndex(of: FoldedText(name.stem)) else { return true }
      earlier.remove(at: index)
      return false
    }
  }

  /// The names to be looked up.
  private var unasked: Set<String> {
    var stems: Set<String> = []
    for name in names where name.isUnknown && !asked.contains(name.stem) { stems.insert(name.stem) }
    return stems
  }

  private var isOnline: Bool { context.client.connection == .online }

  private func lookUp() {
    guard lookup == nil, resolution != .never else { return }
    let wanted = unasked
    asked.formUnion(wanted)
    lookup = Task { [weak self, draft] in
      var failure: ChatError?
      do throws(ChatError) { try await draft.lookUpNamedMembers() } catch { failure = error }
      guard !Task.isCancelled, let self else { return }
      lookup = nil
      self.failure = failure
      if failure != nil { asked.subtract(wanted) }
      context.setNeedsFrame()
      if failure == nil, !unasked.isEmpty { lookUp() }
    }
  }
}

nonisolated extension NamedMember {
  fileprivate var isUnknown: Bool { meaning == .unknown }
}

/// The announcement of who is notified by typed names, before and after they are sent.
package struct NameAnnouncement {
  private let mentioned: [NamedMember]
  private let others: [NamedMember]
  /// The names of all people who are notified, by a typed name or by a mention.
  private let told: [String]
  private let names: TypedNames

  /// - Returns: nil if there is nothing to say.
  package init?(_ named: [NamedMember], in names: TypedNames) {
    guard !named.isEmpty else { return nil }
    self.names = names
    mentioned = named.filter { $0.member != nil }
    others = named.filter { $0.member == nil }
    told =
      mentioned.isEmpty
      ? [] : names.document(mentioning: mentioned)?.elements.peopleTold(besides: names.reader) ?? []
  }

  var isWarning: Bool { !others.isEmpty }

  var beforeSending: String {
    let verb = names.resolution == .ask ? "\(names.sendKey ?? "Sending") asks whether to notify" : "notifies"
    return sentence(Self.list(told).map { "\(verb) \($0)" })
  }

  var afterSending: String {
    sentence(Self.list(told).map { "\($0) \(told.count == 1 ? "is" : "are") notified" })
  }

  /// The announcement as the start of a question: "@ana is Ana García".
  package var question: String {
    mentioned.map { "\($0.text) is \($0.member?.toldName ?? "")" }.joined(separator: ", ")
  }

  package var people: String {
    Self.list(told) ?? Self.list(mentioned.compactMap { $0.member?.toldName }) ?? ""
  }

  static func everyoneIsNotNotified(_ name: String) -> String {
    "\(name) notifies no one: you may not use it here"
  }

  private func sentence(_ telling: String?) -> String {
    var parts = [telling].compactMap(\.self)
    if telling == nil, let own = mentioned.first { parts.append("\(own.text) is you") }
    parts += others.map {
      $0.meaning == .everyoneRefused
        ? Self.everyoneIsNotNotified($0.text) : "\($0.text) notifies no one: \(reason(of: $0.meaning))"
    }
    return parts.joined(separator: " · ")
  }

  private func reason(of meaning: NamedMember.Meaning) -> String {
    switch meaning {
    case .member, .everyoneRefused: ""
    case .several(let users), .nobody(similar: let users):
      (Self.list(users.map(\.displayName), with: "or") ?? "") + "?"
    case .unknown: names.reasonUnknown
    }
  }

  private static func list(_ names: [String], with word: String = "and") -> String? {
    switch names.count {
    case 0: nil
    case ...3: names.list(word)
    default: names.prefix(2).joined(separator: ", ") + " \(word) \(names.count - 2) others"
    }
  }
}

nonisolated extension [MessageElement] {
  /// The names of the mentioned people, each once and without the reader.
  func peopleTold(besides reader: UserID) -> [String] {
    var seen: Set<MentionTarget> = []
    return compactMap { element in
      guard case .link(let words, .user(let id)) = element, reader.rawValue != id,
        let target = element.target,
        seen.insert(target).inserted
      else { return nil }
      return id == UserID.everyone.rawValue ? User.everyoneHere : words
    }
  }
}

nonisolated extension User {
  fileprivate static let everyoneHere = "everyone in this channel"

  /// The name in a sentence about who is notified.
  fileprivate var toldName: String { id == .everyone ? Self.everyoneHere : displayName }
}
