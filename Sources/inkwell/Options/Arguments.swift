import CProcess
import ChatDomain
import Glibc
import MatrixService

/// The program's command-line arguments.
struct Arguments: Equatable {
  enum Wish: Equatable {
    case run, help, version, keys, keyDump, checkConfiguration, printConfiguration
    case exportDrafts(DraftExport.Form)
    /// Prints the messages of this channel.
    case exportMessages(channel: String, MessageExport.Form)
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
  /// The account to open; nil for the demo.
  var login: AccountName?
  /// The server of the account; nil for the known one, or the one in its name.
  var server: HomeserverAddress?
  /// The name of this device in the lists of the user's other devices; nil for the default.
  var deviceName: String?
  /// Whether signing out also erases the data of the account.
  var isErasing = false
  /// The form of exported messages; nil for text.
  var form: MessageExport.Form?
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
  struct Fault: Error, Equatable { let sentence: String }

  init() {}

  @MainActor
  init(_ words: some Sequence<String>) throws(Fault) {
    for (option, argument) in try OptionWords(Option.all).read(Array(words)) {
      try option.apply(argument, &self)
    }
    if logLevel != nil, log == nil { throw Fault(sentence: "--log-level needs --log-file") }
    if case .signOut(let name) = wish { login = name }
    if server != nil, login == nil { throw Fault(sentence: "--server needs --login") }
    if profile != nil, login != nil {
      throw Fault(sentence: "--profile cannot be used with --login: an account has its own profile")
    }
    if deviceName != nil, login == nil || wish != .run {
      throw Fault(sentence: "--device-name needs --login")
    }
    if isErasing {
      guard case .signOut = wish else { throw Fault(sentence: "--erase needs --logout") }
    }
    if case .exportMessages(let channel, _) = wish {
      wish = .exportMessages(channel: channel, form ?? .text)
    } else if form != nil {
      throw Fault(sentence: "--form needs --export-messages")
    }
    try complete()
    if includesHistory {
      guard case .exportDrafts = wish else { throw Fault(sentence: "--history needs --export-drafts") }
    }
  }

  /// Adds the options of `--send` to its request, in whatever order they were given.
  private mutating func complete() throws(Fault) {
    guard case .send(var request) = wish else {
      if quoted != nil { throw Fault(sentence: "--reply-to needs --send") }
      if !files.isEmpty { throw Fault(sentence: "--file needs --send") }
      if wait != nil { throw Fault(sentence: "--wait needs --send") }
      return
    }
    request.quoted = quoted.map { MessageID($0) }
    request.files = files
    if let wait { request.wait = wait }
    wish = .send(request)
  }
}

/// Parses a command line with getopt_long: long options may be abbreviated if unambiguous, their argument follows `=` or is
/// the next word, and `--` ends them.
@MainActor
struct OptionWords {
  private let options: [Option]
  /// Codes below this are letters.
  private static let firstLong: Int32 = 256

  /// The arguments of the process, without its name.
  static var given: [String] { (1..<max(1, getopt_word_count())).map { String(cString: getopt_word($0)) } }

  init(_ options: [Option]) { self.options = options }

  /// The options in their order, each with its argument.
  func read(_ words: [String]) throws(Arguments.Fault) -> [(option: Option, argument: String)] {
    var names = options.map { strdup($0.long) }
    var pointers = (["inkwell"] + words).map { strdup($0) } + [nil]
    // getopt reorders the pointers only when it looks for options after other words, which "+" forbids.
    defer { for pointer in names + pointers { free(pointer) } }
    var longs = zip(options, names).enumerated().map { index, pair in
      CProcess.option(
        name: UnsafePointer(pair.1), has_arg: pair.0.argument == nil ? no_argument : required_argument,
        flag: nil, val: Self.firstLong + Int32(index))
    }
    longs.append(CProcess.option())
    names.append(nil)

    var found: [(option: Option, argument: String)] = []
    getopt_begin()
    while true {
      let answer = getopt_next(Int32(words.count + 1), &pointers, shorts, &longs)
      if answer.code == -1 {
        let rest = words.dropFirst(Int(answer.next) - 1)
        if let word = rest.first {
          throw Arguments.Fault(sentence: "\(word.printable) is not an option")
        }
        return found
      }
      guard let option = option(answer.code) else {
        // Inside grouped letters the index is still at their word.
        let at = max(0, Int(answer.next) - 2)
        throw fault(answer, word: words[at])
      }
      found.append((option, answer.argument.map { String(cString: $0) } ?? ""))
    }
  }

  /// A colon in front asks for a separate code for a missing argument.
  private var shorts: String {
    options.reduce(into: "+:") { text, option in
      guard let short = option.short else { return }
      text += "\(short)\(option.argument == nil ? "" : ":")"
    }
  }

  private func option(_ code: Int32) -> Option? {
    let index = Int(code - Self.firstLong)
    if options.indices.contains(index) { return options[index] }
    return options.first { option in option.short?.asciiValue.map(Int32.init) == code }
  }

  private func fault(_ answer: getopt_answer, word: String) -> Arguments.Fault {
    if answer.code == Int32(UInt8(ascii: ":")), let option = option(answer.faulty),
      let argument = option.argument
    {
      return Arguments.Fault(sentence: "--\(option.long) needs \(argument.words)")
    }
    if answer.faulty >= Self.firstLong, let option = option(answer.faulty) {
      return Arguments.Fault(sentence: "--\(option.long) takes no argument")
    }
    if answer.faulty != 0 {
      let letter = UInt8(truncatingIfNeeded: answer.faulty)
      return Arguments.Fault(
        sentence: "no such option: -\(String(decoding: [letter], as: UTF8.self).printable)")
    }
    let name = word.dropFirst(2).prefix { $0 != "=" }
    let meant = options.filter { $0.long.hasPrefix(name) }.map { "--\($0.long)" }
    guard meant.count > 1 else {
      return Arguments.Fault(sentence: "no such option: --\(String(name).printable)")
    }
    return Arguments.Fault(sentence: "--\(name) could be \(meant.alternatives)")
  }
}
