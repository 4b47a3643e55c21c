import ChatDomain
import MatrixService

/// The program's command-line arguments.
struct Arguments: Equatable {
  enum Wish: Equatable {
    case run, help, version, keys, keyDump, checkConfiguration, printConfiguration
    case exportDrafts(ExportForm)
    /// Prints the messages of this channel.
    case exportMessages(channel: String)
    /// Ends the session of this account.
    case signOut(AccountName)
    case send(SendRequest)
  }

  var wish = Wish.run
  /// The configuration file; nil for the default path.
  var configuration: String?
  /// The seed of the demo; nil for the configuration's.
  var seed: UInt64?
  /// The name of the profile; nil for the configuration's.
  var profile: Profile?
  /// The account to open; nil for the configuration's, and without one for the demo.
  var login: AccountName?
  /// The server of the account; nil for the known one, or the one in its name.
  var server: HomeserverAddress?
  /// The name of this device in the lists of the user's other devices; nil: the first sign-in asks for it.
  var deviceName: String?
  /// Whether signing out also erases the data of the account.
  var isErasing = false
  /// The form of exported messages; nil for text.
  var form: ExportForm?
  /// Whether the people of the demo are silent.
  var isQuiet = false
  /// Whether to write one line per event instead of a screen.
  var isPlain = false
  /// The path of the log; nil for none.
  var log: String?
  /// The log level; nil for the default.
  var logLevel: LogLevel?
  /// The id of the message to quote.
  var quoted: String?
  /// The files to send with the message.
  var files: [String] = []
  /// How long to wait for the server; nil for the default.
  var wait: Duration?
  /// Whether the history is exported with the drafts.
  var includesHistory = false

  /// Why the arguments are invalid, as a sentence.
  struct Fault: Error, Equatable {
    let sentence: String

    /// The word after an option is not what it needs, or is missing.
    static func needs(_ option: String, _ value: String, not word: String? = nil) -> Fault {
      Fault(sentence: "\(option) needs \(value)" + (word.map { ", not \($0.printable)" } ?? ""))
    }
  }

  init() {}

  @MainActor
  init(_ words: some Sequence<String>) throws(Fault) {
    let given = try OptionParser(Option.all).parse(Array(words))
    /// The option that sets the wish.
    var asking: String?
    for (option, argument) in given {
      let before = wish
      try option.apply(argument, &self)
      guard wish != before else { continue }
      if let asking {
        throw Fault(
          sentence: asking == option.long
            ? "--\(asking) is given twice" : "--\(option.long) cannot be used with --\(asking)")
      }
      asking = option.long
    }
    try chooseAccount(asking: asking)
    try checkCompanions(of: given.map(\.option))
    if case .send(let request) = wish { wish = .send(completed(request)) }
  }

  /// - Parameter asking: the option that sets the wish.
  private mutating func chooseAccount(asking: String?) throws(Fault) {
    if case .signOut(let name) = wish {
      guard login == nil else {
        throw Fault(sentence: "--login cannot be used with --logout, which names the account")
      }
      login = name
    }
    if profile != nil, login != nil {
      throw Fault(
        sentence:
          "--profile cannot be used with --\(asking == "logout" ? "logout" : "login"): an account has its own profile"
      )
    }
    if deviceName != nil, login != nil, let asking {
      throw Fault(sentence: "--device-name cannot be used with --\(asking)")
    }
  }

  /// Refuses options that do nothing without another one.
  private func checkCompanions(of given: [Option]) throws(Fault) {
    for option in given {
      guard let companion = option.companion else { continue }
      // Other options name an account too.
      let isThere = companion == "login" ? login != nil : given.contains { $0.long == companion }
      guard isThere else { throw Fault(sentence: "--\(option.long) needs --\(companion)") }
    }
  }

  /// The request with the options of `--send`, in whatever order they were given.
  private func completed(_ request: SendRequest) -> SendRequest {
    var request = request
    request.quoted = quoted.map { MessageID($0) }
    request.files = files
    if let wait { request.wait = wait }
    return request
  }
}
