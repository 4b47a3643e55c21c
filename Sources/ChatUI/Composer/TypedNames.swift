import ChatControllers
import ChatDomain
import ChatScreens
import DraftEngine

/// What becomes of the names that were typed with an `@` and are plain words: a line above the composer says it, and
/// Enter does what the line said.
final class TypedNames {
  private let draft: MessageDraft
  private weak var services: (any AppServices)?
  /// Counts the changes of the draft.
  private var edition = 0
  private var known: (edition: Int, roster: Int, names: [NamedMember])?
  /// What the last frame was about.
  private var shown: (edition: Int, names: [NamedMember])?
  private var lookup: Task<Void, Never>?
  /// What was answered, or is being asked for, since the connection was lost or the program started; some answers leave a
  /// name unknown. What failed is not in it: it is asked for with the next change, and with Enter.
  private var asked: Set<String> = []
  /// The words for which somebody has waited in vain.
  private var gaveUp: Int?
  /// Why the last answer failed to come.
  private var failure: ChatError?

  init(draft: MessageDraft, services: any AppServices) {
    self.draft = draft
    self.services = services
    lookUp()
  }

  func close() {
    lookup?.cancel()
    lookup = nil
  }

  /// The first name whose meaning the service is being asked for; asks again for what nobody has answered.
  func nameAskedFor() -> NamedMember? {
    guard gaveUp != edition else { return nil }
    if isOnline, !unasked.isEmpty { lookUp() }
    return lookup == nil ? nil : names.first(where: \.isUnknown)
  }

  /// Nobody waits any more for who is meant by these words: they are sent as the line says.
  func giveUp() { gaveUp = edition }

  /// Waits for the answers that are on their way.
  ///
  /// - Returns: the reason if there is none.
  func answers() async -> ChatError? {
    while let lookup, !Task.isCancelled { await lookup.value }
    return failure
  }

  func draftDidChange() {
    edition += 1
    if failure == nil || isOnline, !unasked.isEmpty { lookUp() }
  }

  /// Asks again, because there is a connection, or because events were missed.
  func refresh() {
    asked = []
    failure = nil
    lookUp()
  }

  /// The names that there is something to say about, as far as the members are known now.
  var names: [NamedMember] {
    if let known, known.edition == edition, known.roster == draft.rosterRevision { return known.names }
    let names =
      resolution == .never || isNotSaid ? [] : newNames.filter { $0.meaning != .nobody(similar: []) }
    known = (edition, draft.rosterRevision, names)
    return names
  }

  /// The line for the frame that is being made.
  func line() -> ComposerState.Telling? {
    let names = names
    shown = (edition, names)
    let words = NameWords(names, in: self)
    return words.map { .init(text: $0.beforeSending, isWarning: $0.isWarning) }
  }

  /// What Enter makes of the names: what the last frame said, unless that was about other words, or not known yet.
  var decision: (names: [NamedMember], wasShown: Bool) {
    guard let shown, shown.edition == edition,
      shown.names == names || !shown.names.contains(where: \.isUnknown)
    else { return (names, false) }
    // In lines nothing is told of a name while it is typed.
    return (shown.names, services?.isLineMode != true)
  }

  /// The words of the draft as they are sent, with these names as mentions; nil if they cannot be mentions.
  func document(mentioning names: [NamedMember]) -> DraftDocument? {
    var document = DraftDocument(elements: draft.elements)
    do throws(DraftError) {
      try document.apply(Self.transaction(mentioning: names))
      return document
    } catch {
      return nil
    }
  }

  /// What Enter sends without a question.
  var elementsToSend: [MessageElement] {
    let mentioned = names.filter { $0.member != nil }
    guard resolution == .unique, !mentioned.isEmpty else { return draft.elements }
    return document(mentioning: mentioned)?.elements ?? draft.elements
  }

  static func transaction(mentioning names: [NamedMember]) -> DraftTransaction {
    MessageDraft.transaction(mentioning: names) { PastedText.line($0.displayName) }
  }

  var resolution: Settings.NameResolution { services?.settings.nameResolution ?? .never }
  var reader: UserID? { services?.client.currentUser.id }
  var sendKey: String? { services?.keymap.keys(of: .composer(.send)).first?.description }
  /// Why a name is not known.
  var ignorance: String { failure != nil ? "the members are not known" : "not known yet who that is" }

  /// Whether Enter says nothing to anybody: a command, or more than the service takes.
  private var isNotSaid: Bool {
    guard let services, draft.text.utf8.count <= services.client.service.limits.messageBytes else {
      return true
    }
    return draft.editedMessage == nil && SlashCommand.parse(draft.text) != nil
  }

  /// In an edit only names that the message did not have: those were sent as words, and that is not changed by the way.
  private var newNames: [NamedMember] {
    guard let message = draft.editedMessage else { return draft.namedMembers }
    var before = DraftDocument(elements: message.elements).typedNames().map { FoldedText($0.stem) }
    return draft.namedMembers.filter { name in
      guard let place = before.firstIndex(of: FoldedText(name.stem)) else { return true }
      before.remove(at: place)
      return false
    }
  }

  private var unasked: Set<String> {
    Set(names.filter(\.isUnknown).map(\.stem)).subtracting(asked)
  }

  private var isOnline: Bool { services?.client.connection == .online }

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
      services?.setNeedsFrame()
      if failure == nil, !unasked.isEmpty { lookUp() }
    }
  }
}

nonisolated extension NamedMember {
  fileprivate var isUnknown: Bool { meaning == .unknown }
}

/// What is said about typed names, before and after they are sent.
struct NameWords {
  private let mentioned: [NamedMember]
  private let others: [NamedMember]
  /// Everybody who is told, mentioned by name or as an element.
  private let told: [String]
  private let names: TypedNames

  /// - Returns: nil if there is nothing to say.
  init?(_ named: [NamedMember], in names: TypedNames) {
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
    let key = names.sendKey ?? "Sending"
    let verb = names.resolution == .ask ? "asks whether to tell" : "tells"
    return sentence(Self.list(told).map { "\(key) \(verb) \($0)" })
  }

  var afterSending: String {
    sentence(Self.list(told).map { "\($0) \(told.count == 1 ? "is" : "are") told" })
  }

  /// "@ana tells Ana García", for a question.
  var question: String {
    mentioned.map { "\($0.text) is \($0.member?.displayName ?? "")" }.joined(separator: ", ")
  }

  var people: String { Self.list(told) ?? Self.list(mentioned.compactMap { $0.member?.displayName }) ?? "" }

  private func sentence(_ telling: String?) -> String {
    var parts = [telling].compactMap(\.self)
    if telling == nil, let own = mentioned.first { parts.append("\(own.text) is you") }
    parts += others.map { "\($0.text) tells nobody: \(reason(of: $0.meaning))" }
    return parts.joined(separator: " · ")
  }

  private func reason(of meaning: NamedMember.Meaning) -> String {
    switch meaning {
    case .member: ""
    case .several(let users), .nobody(similar: let users):
      (Self.list(users.map(\.displayName), with: "or") ?? "") + "?"
    case .unknown: names.ignorance
    }
  }

  private static func list(_ names: [String], with word: String = "and") -> String? {
    switch names.count {
    case ...1: names.first
    case 2, 3: names.dropLast().joined(separator: ", ") + " \(word) " + names[names.count - 1]
    default: names.prefix(2).joined(separator: ", ") + " \(word) \(names.count - 2) others"
    }
  }
}

nonisolated extension [MessageElement] {
  /// The words of the mentions of people, each person once.
  func peopleTold(besides reader: UserID? = nil) -> [String] {
    var seen: Set<MentionTarget> = []
    return compactMap { element in
      guard case .link(let words, .user(let id)) = element, reader?.rawValue != id,
        let target = element.target,
        seen.insert(target).inserted
      else { return nil }
      return words
    }
  }
}
