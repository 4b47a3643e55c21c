import ChatDomain
import MatrixService

/// The program's command-line arguments.
struct Arguments: Equatable {
  enum Wish: Equatable {
    case run, help, version, keys, keyDump, checkConfiguration, printConfiguration
    case exportDrafts(DraftExport.Form)
    /// Prints the messages of this channel.
    case exportMessages(channel: String, MessageExport.Form)
    /// Ends the session of this person.
    case signOut(AccountName)
    case send(SendRequest)
  }

  var wish = Wish.run
  /// The configuration file; nil for the default path.
  var configuration: String?
  /// The seed for what the demo's people say; nil for the configuration's.
  var seed: UInt64?
  /// The name of the profile; nil for the configuration's.
  var profile: Profile?
  /// Who is to be signed in; nil for the demo.
  var login: AccountName?
  /// The server of the account; nil for the one that is known of it, or that its name says.
  var server: HomeserverAddress?
  /// What the other devices of whoever signs in call this one; nil for the name of this computer.
  var deviceName: String?
  /// Whether all that is kept of an account goes with its session.
  var isErasing = false
  /// How messages are printed; nil for text.
  var form: MessageExport.Form?
  /// Whether nobody speaks in the demo.
  var isQuiet = false
  /// Whether to write one line per event instead of a screen.
  var isPlain = false
  /// The path of the log; nil for none.
  var log: String?
  /// The log level; nil for the default.
  var logLevel: LogLevel?
  /// What a message that is sent quotes.
  var quoted: String?
  /// The files that go along with it.
  var files: [String] = []
  /// How long a message that is sent waits for the server; nil for the usual time.
  var wait: Duration?
  /// Whether the history is exported with the drafts.
  var includesHistory = false

  /// Why the arguments are invalid, as a sentence.
  struct Fault: Error, Equatable { let sentence: String }

  init() {}

  @MainActor
  init(_ words: some Sequence<String>) throws(Fault) {
    for (option, argument) in try OptionWords(Option.all).read(Array(words)) {
      try option.apply(argument, &self)
    }
    if logLevel != nil, log == nil { throw Fault(sentence: "--log-level goes with --log-file") }
    if case .signOut(let name) = wish { login = name }
    if server != nil, login == nil { throw Fault(sentence: "--server goes with --login") }
    if profile != nil, login != nil {
      throw Fault(sentence: "--profile does not go with --login: an account has a profile of its own")
    }
    if deviceName != nil, login == nil || wish != .run {
      throw Fault(sentence: "--device-name goes with --login")
    }
    if isErasing {
      guard case .signOut = wish else { throw Fault(sentence: "--erase goes with --logout") }
    }
    if case .exportMessages(let channel, _) = wish {
      wish = .exportMessages(channel: channel, form ?? .text)
    } else if form != nil {
      throw Fault(sentence: "--form goes with --export-messages")
    }
    try complete()
    if includesHistory {
      guard case .exportDrafts = wish else { throw Fault(sentence: "--history goes with --export-drafts") }
    }
  }

  /// Puts what belongs to a message that is sent together, in whatever order it was given.
  private mutating func complete() throws(Fault) {
    guard case .send(var request) = wish else {
      if quoted != nil { throw Fault(sentence: "--reply-to goes with --send") }
      if !files.isEmpty { throw Fault(sentence: "--file goes with --send") }
      if wait != nil { throw Fault(sentence: "--wait goes with --send") }
      return
    }
    request.quoted = quoted.map { MessageID($0) }
    request.files = files
    if let wait { request.wait = wait }
    wish = .send(request)
  }
}
