import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// A short walk through the distinctive features, step by step. Each instruction follows from the current state: no timer advances
/// the tour, and after another action it continues from the state that the action has led to.
nonisolated struct Tour: Hashable, Sendable {
  enum Step: Int, Hashable, Sendable, CaseIterable {
    case mention, accept, leave, offline, send, online
  }

  /// The tour's view of the focused composer.
  struct ComposerSight: Hashable, Sendable {
    /// Whether users are suggested, and there is one to choose.
    var isSuggesting = false
    /// Whether the text mentions a user.
    var hasMention = false
    var isEmpty = true
  }

  /// The tour's view of the program.
  struct Sight: Hashable, Sendable {
    var channel: ChannelID?
    /// The channel before the current one.
    var last: ChannelID?
    var composer = ComposerSight()
    /// Whether there is a draft where the tour asked for one.
    var hasDraft = false
    var isOffline = false
    /// The number of changes waiting for the connection.
    var waiting = 0
    /// Whether the list of channels is on the screen.
    var showsList = false
  }

  private(set) var step = Step.mention
  /// The place of the tour's draft.
  private(set) var place: ChannelID?
  private(set) var isOver = false
  /// Whether a message has waited for the connection.
  private var hasWaited = false

  init() {}

  /// The tour at a step of an earlier run; nil if the text names no step.
  ///
  /// - Parameter saved: an earlier ``saved``.
  init?(saved: String) {
    let words = saved.split(separator: " ", maxSplits: 1)
    guard let number = words.first.flatMap({ Int($0) }), let step = Step(rawValue: number - 1) else {
      return nil
    }
    self.step = step
    place = words.count > 1 ? ChannelID(String(words[1])) : nil
  }

  /// The step, as a text to continue with in another run.
  var saved: String { "\(step.rawValue + 1)" + (place.map { " \($0)" } ?? "") }

  /// Advances as far as the state allows, and goes back if a precondition is gone.
  mutating func see(_ sight: Sight) {
    while !isOver, let next = following(sight), next != step { step = next }
  }

  private mutating func following(_ sight: Sight) -> Step? {
    switch step {
    case .mention, .accept:
      guard sight.composer.hasMention else { return sight.composer.isSuggesting ? .accept : .mention }
      place = sight.channel
      return .leave
    case .leave:
      // Text written in another channel takes the place of the text that is gone.
      if !sight.hasDraft, !sight.composer.isEmpty { place = sight.channel }
      if sight.channel == place { return .leave }
      // The user has gone elsewhere. Without a draft in the tour's place, this step begins again.
      return sight.hasDraft ? .offline : .leave
    case .offline: return sight.isOffline ? .send : .offline
    case .send:
      if sight.waiting > 0 {
        hasWaited = true
        return .online
      }
      if sight.isOffline { return .send }
      guard hasWaited else { return .offline }
      // The message was sent before an update saw that the connection is back.
      isOver = true
      return nil
    case .online:
      guard sight.waiting == 0 else { return .online }
      if sight.isOffline { return .send }
      isOver = true
      return nil
    }
  }
}

nonisolated extension Tour {
  /// The current instruction, at most two short lines.
  ///
  /// - Parameters:
  ///   - place: the name of the place with the draft.
  ///   - key: returns the key bound to a command.
  ///   - isLineMode: whether there is no screen, so that commands are named instead of its keys.
  func words(
    _ sight: Sight, place: String, key: (Command) -> String, isLineMode: Bool = false
  ) -> String {
    let wish =
      switch step {
      case .mention: "Type @ and a letter of a name: people are suggested"
      case .accept: "\(key(.popup(.accept))) inserts the name as a mention"
      case .leave where sight.channel != self.place || sight.composer.isEmpty:
        "Write something in any channel and leave it unsent"
      case .leave where isLineMode:
        "\(key(.global(.switcher))), a name and \(key(.panel(.accept))) go to another channel; your text stays here"
      case .leave: "\(key(.global(.nextChannel))) goes to another channel; your text stays here"
      case .offline where !sight.composer.isEmpty:
        "In an empty composer, type /offline and \(key(.composer(.send)))"
      case .offline where sight.showsList:
        "The ✎ in the list is your draft. Type /offline and \(key(.composer(.send)))"
      case .offline where isLineMode: "/drafts lists your drafts. Type /offline and \(key(.composer(.send)))"
      case .offline: "\(key(.global(.drafts))) lists your drafts. Type /offline and \(key(.composer(.send)))"
      case .send where !sight.composer.isEmpty && sight.channel == self.place:
        "\(key(.composer(.send))) queues it until you are online"
      case .send where sight.channel == self.place: "Write something and send it: it is queued"
      case .send where isLineMode: "/go \(place) goes back to your draft"
      case .send where sight.last == self.place:
        "\(key(.global(.lastChannel))) goes back to \(place), where your draft is"
      case .send: "\(key(.global(.switcher))) goes to \(place), where your draft is"
      case .online: "Queued. Type /online and \(key(.composer(.send))): it is sent once"
      }
    return "Tour \(step.rawValue + 1)/\(Step.allCases.count) · \(wish)"
  }
}

/// Leads the user through the tour: shows each step, and goes on when it is done.
final class TourGuide {
  /// The tour in progress.
  private(set) var tour: Tour?
  /// What the tour saw when it was last updated.
  private var seen = Tour.Sight()
  /// The tour's instruction as of the last update; empty if there is no tour.
  private(set) var instruction = ""
  /// The number of tours begun.
  private(set) var number = 0
  /// Called when the tour was taken to its end or closed.
  var onEnd: () -> Void = {}
  /// Called with each step, as a text to continue with in another run.
  var onStep: (String) -> Void = { _ in }
  private let context: AppContext
  private let navigator: Navigator
  private let sidebar: ChannelSidebar
  /// Whether the service can be taken offline, which is a step of the tour.
  private let canGoOffline: Bool

  init(
    context: AppContext, navigator: Navigator, sidebar: ChannelSidebar,
    canGoOffline: Bool
  ) {
    self.context = context
    self.navigator = navigator
    self.sidebar = sidebar
    self.canGoOffline = canGoOffline
  }

  /// Starts the tour; restarts it if it is already running.
  ///
  /// - Parameter saved: the step that an earlier run has reached; nil for the first step.
  func begin(at saved: String? = nil) {
    guard canGoOffline else { return context.say(.tourCannotGoOffline) }
    let begun = saved.flatMap { Tour(saved: $0) } ?? Tour()
    tour = begun
    number += 1
    onStep(begun.saved)
    instruction = ""
    context.setNeedsFrame()
  }

  func leave() {
    guard tour != nil else { return context.say(.noTour) }
    end()
    context.say(.tourClosed)
  }

  /// Updates the tour with the current state, before each frame.
  func update() {
    guard var updated = tour else { return }
    let sight = sight(for: updated)
    if sight == seen, !instruction.isEmpty { return }
    seen = sight
    updated.see(sight)
    if updated.saved != tour?.saved { onStep(updated.saved) }
    tour = updated
    guard updated.isOver else { return instruct() }
    end()
    let help =
      context.isLineMode ? "/help lists all commands" : "\(context.key(of: .global(.help))) lists all keys"
    context.say(.tourDone(help))
  }

  private func instruct() {
    guard let tour else { return instruction = "" }
    let place = tour.place.map(sidebar.names.name) ?? ""
    instruction = tour.words(seen, place: place, key: context.key(of:), isLineMode: context.isLineMode)
  }

  private func end() {
    tour = nil
    instruct()
    onEnd()
  }

  private func sight(for tour: Tour) -> Tour.Sight {
    let client = context.client
    var sight = Tour.Sight()
    sight.showsList =
      !context.isLineMode && !sidebar.isHidden && ScreenLayout.hasSidebar(context.terminal.size)
    sight.channel = navigator.channel?.key.channelId
    sight.last = navigator.lastChannel
    sight.composer = composerSight
    if let place = tour.place {
      sight.hasDraft = client.hasDraftMessage(for: DraftKey(channelId: place))
    }
    if case .offline = client.connection { sight.isOffline = true }
    // Earlier steps do not use this number, which takes a search through all channels for each key.
    if sight.isOffline || tour.step == .send || tour.step == .online { sight.waiting = waiting }
    return sight
  }

  private var composerSight: Tour.ComposerSight {
    guard let composer = navigator.focused?.composer else { return Tour.ComposerSight() }
    let text = composer.draft.text
    return Tour.ComposerSight(
      isSuggesting: composer.completion.popup.map { $0.trigger.subject == .person && $0.choice != nil }
        ?? false,
      hasMention: composer.draft.mentionSpans.contains { span in
        guard case .user(userId: _) = span.target else { return false }
        return true
      },
      // Typing a command does not count as text in the composer.
      isEmpty: text.isEmpty || text.utf8.first == UInt8(ascii: "/"))
  }

  /// The number of unsent changes in all listed channels, without those that failed.
  private var waiting: Int {
    var count = 0
    for id in sidebar.order {
      for message in context.client.pendingWork(in: id) where message.failure == nil { count += 1 }
    }
    return count
  }
}
