import MatrixService
import Testing

@testable import inkwell

@Suite("Arguments")
@MainActor
struct ArgumentsTests {
  @Test("Without arguments the demo runs")
  func none() throws {
    #expect(try Arguments([]) == Arguments())
    #expect(Arguments().wish == .run)
    #expect(!Arguments().isQuiet)
  }

  @Test(
    "Each spelling of an option works",
    arguments: [
      ["--seed", "7", "-q"], ["--quiet", "--seed=7"], ["--qui", "--see=7"], ["-q", "--seed", "7", "--"],
    ])
  func spellings(words: [String]) throws {
    let arguments = try Arguments(words)
    #expect(arguments.seed == 7)
    #expect(arguments.isQuiet)
  }

  @Test(
    "Short options can be combined, with an argument attached",
    arguments: [["-qpwork"], ["-q", "-p", "work"]])
  func together(words: [String]) throws {
    let arguments = try Arguments(words)
    #expect(arguments.isQuiet)
    #expect(arguments.profile == Profile("work"))
  }

  @Test("Each option has its own effect", arguments: Option.all.indices)
  func effects(index: Int) throws {
    let option = Option.all[index]
    let changed = try Arguments(option.sample)
    #expect(changed != Arguments())
    for other in Option.all where other.long != option.long {
      // Options that are only valid together are tried together, and so differ too.
      #expect(try Arguments(other.sample) != changed, "--\(option.long) and --\(other.long)")
    }
  }

  @Test(
    "Each option that asks for something else than the screen gets it",
    arguments: [
      (["--version"], Arguments.Wish.version), (["-h", "-h"], .help), (["--print-keys"], .keys),
      (["--keydump"], .keyDump), (["--check-config"], .checkConfiguration),
      (["--print-config"], .printConfiguration), (["--export-drafts=text"], .exportDrafts(.text)),
      (["--export-d", "json"], .exportDrafts(.json)),
      (["--export-messages", "#general"], .exportMessages(channel: "#general")),
      (["--form=json", "--export-messages=#general"], .exportMessages(channel: "#general")),
    ])
  func wishes(words: [String], wish: Arguments.Wish) throws {
    #expect(try Arguments(words).wish == wish)
  }

  @Test("An account is a name, and a server in one spelling")
  func account() throws {
    let arguments = try Arguments(["-l", "@ann:example.org", "--server", "Example.org/"])
    #expect(arguments.login == AccountName("@ann:example.org"))
    #expect(arguments.server?.url == "https://example.org")
    #expect(arguments.wish == .run)
    // The profile of an account has its full name.
    let profile = try Arguments(["--profile", "@ann:example.org", "--server", "example.org"])
    #expect(profile == arguments)
  }

  @Test("The timeout belongs to sending")
  func wait() throws {
    #expect(
      try Arguments(["--wait=2", "--send", "general"]).wish
        == .send(SendRequest(channel: "general", wait: .seconds(2))))
  }

  @Test("An argument may begin with a hyphen, be empty where that is valid, and be in any script")
  func oddArguments() throws {
    #expect(try Arguments(["--config", "--help"]).configuration == "--help")
    #expect(try Arguments(["--log-file=日本.log"]).log == "日本.log")
  }

  private nonisolated static let profileFault =
    "a profile name has letters, digits, -, _ and dots, and does not begin with a dot or hyphen"

  @Test(
    "Invalid arguments are named",
    arguments: [
      (["--seeds"], "no such option: --seeds"), (["--seeds=1"], "no such option: --seeds"),
      (["-x"], "no such option: -x"), (["-qx"], "no such option: -x"),
      (["--p"], "--p can be --print-keys, --print-config, --profile or --plain"),
      (["--print=x"], "--print can be --print-keys or --print-config"),
      (["--erase"], "--erase needs --logout"), (["--form=json"], "--form needs --export-messages"),
      (["--device-name=x"], "--device-name needs --login"),
      (["--device-name=x", "--logout=ann"], "--device-name cannot be used with --logout"),
      (
        ["--login=ann", "--send=general", "--device-name=x"], "--device-name cannot be used with --send"
      ),
      (["--send=general", "--version"], "--version cannot be used with --send"),
      (["--logout=ann", "--export-drafts=text"], "--export-drafts cannot be used with --logout"),
      (["--send=general", "--send=random"], "--send is given twice"),
      (["--login=ann", "--logout=bob"], "--login cannot be used with --logout, which names the account"),
      (["--logout=bob", "-l", "bob"], "--login cannot be used with --logout, which names the account"),
      (
        ["--logout=ann", "--profile=work"],
        "--profile cannot be used with --logout: an account has its own profile"
      ),
      (["--device-name=a\nb"], "--device-name needs a name of at most 100 bytes on one line"),
      (["--device-name= "], "--device-name needs a name of at most 100 bytes on one line"),
      (["--export-messages="], "--export-messages needs the name of a channel"),
      (["--seed"], "--seed needs a number"), (["-c"], "--config needs a file"),
      (["--config="], "--config needs a file"), (["--log-file", ""], "--log-file needs a file"),
      (["--seed", "x"], "--seed needs a whole number from 0 to \(UInt64.max), not x"),
      (["--seed=-1"], "--seed needs a whole number from 0 to \(UInt64.max), not -1"),
      (
        ["--seed=18446744073709551616"],
        "--seed needs a whole number from 0 to 18446744073709551615, not 18446744073709551616"
      ),
      (
        ["--seed", "\u{1B}[2J"], "--seed needs a whole number from 0 to \(UInt64.max), not \\u{1b}[2J"
      ),
      (["--quiet=yes"], "--quiet takes no argument"), (["--help="], "--help takes no argument"),
      (["file"], "file is not an option"),
      (["--quiet", "--", "--seed"], "--seed is not an option"),
      (["a", "--help"], "a is not an option"),
      (["-"], "- is not an option"),
      (["--profile", "../x"], Self.profileFault), (["--profile", "--plain"], Self.profileFault),
      (["--export-drafts", "xml"], "--export-drafts needs json or text, not xml"),
      (["--export-drafts"], "--export-drafts needs json or text"),
      (
        ["--log-file=l", "--log-level", "loud"],
        "--log-level needs error, warning, info or debug, not loud"
      ),
      (["--log-level=debug"], "--log-level needs --log-file"),
      (["--wait=1"], "--wait needs --send"),
      (["--send=general", "--wait=-1"], "--wait needs seconds from 0 to 86400, not -1"),
      (["--send=general", "--wait=soon"], "--wait needs seconds from 0 to 86400, not soon"),
      (["--log-level=debug"], "--log-level needs --log-file"),
      (["--wait=1"], "--wait needs --send"),
      (["--send=general", "--wait=-1"], "--wait needs seconds from 0 to 86400, not -1"),
      (["--send=general", "--wait=soon"], "--wait needs seconds from 0 to 86400, not soon"),
      (["--profile", "@ann"], Self.profileFault),
      (["--history"], "--history needs --export-drafts"),
      (
        ["--login", "ann:example.org"],
        "--login needs a name like ann or @ann:example.org, not ann:example.org"
      ),
      (["--login="], "--login needs a name like ann or @ann:example.org, not "),
      (["--login"], "--login needs a name"), (["--server=example.org"], "--server needs --login"),
      (["--server"], "--server needs the address of a server"),
      (
        ["--login=ann", "--server=http://example.org"],
        "--server: http:// is for servers on this computer only; use https://"
      ),
      (
        ["--login=ann", "--server=\u{1B}[2J://x"],
        "--server: a server address begins with https://, not with \\u{1b}[2j://"
      ),
      (
        ["--login=ann", "--profile=work"],
        "--profile cannot be used with --login: an account has its own profile"
      ),
    ])
  func faults(words: [String], sentence: String) {
    #expect(throws: Arguments.Fault(sentence: sentence)) { try Arguments(words) }
  }

  @Test("The arguments are those of the process")
  func given() { #expect(OptionParser.given == Array(CommandLine.arguments.dropFirst())) }

  @Test("The names of options are distinct, and none hides another")
  func names() {
    #expect(Set(Option.all.map(\.long)).count == Option.all.count)
    let letters = Option.all.compactMap(\.short)
    #expect(Set(letters).count == letters.count)
  }

  @Test("The help is generated from the table and fits a screen with the prompt")
  func help() {
    let lines = Usage.help.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 23)
    #expect(lines.allSatisfy { $0.count <= 80 }, "\(lines.filter { $0.count > 80 })")
    for option in Option.all where option.companion == nil {
      #expect(
        lines.contains { $0.contains(" \(option.usage) ") && $0.hasSuffix(option.meaning) }, "\(option.usage)"
      )
    }
    // An option that requires another one is listed there.
    for option in Option.all {
      guard let companion = option.companion else { continue }
      #expect(
        lines.contains { $0.contains("--\(companion) ") && $0.contains("--\(option.long)") },
        "\(option.usage)")
    }
  }
}

extension Option {
  /// Sample arguments with this option.
  var sample: [String] {
    let value: [String] =
      switch argument {
      case nil: []
      case .file: ["file-of-\(long)"]
      case .number: ["7"]
      case .profile: ["work"]
      case .person: ["ann"]
      case .channel: ["#general"]
      case .id: ["$message"]
      case .label: ["My laptop"]
      case .address: ["example.org"]
      case .oneOf(let words, _): [words[0]]
      }
    let companions = [
      "log-level": ["--log-file=file"], "history": ["--export-drafts=json"], "server": ["--login=ann"],
      "reply-to": ["--send=general"], "file": ["--send=general"], "device-name": ["--login=ann"],
      "erase": ["--logout=ann"], "form": ["--export-messages=general"], "wait": ["--send=general"],
    ]
    return ["--\(long)"] + value + (companions[long] ?? [])
  }
}
