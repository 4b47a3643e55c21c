import ProgramTerminal
import Testing

@Suite("The configuration file of the built program", .serialized)
struct InkwellConfigurationTests {
  /// A home folder with these configuration files.
  private func home(_ files: [String: String]) -> Scratch {
    let home = Scratch()
    home.makeFolders(home.file(".config/inkwell/themes"))
    for (name, text) in files { home.write(text, to: ".config/inkwell/\(name)") }
    return home
  }

  /// Runs a shell command in a home folder, and shows its output and status.
  private func shown(
    by command: String, home: Scratch, environment: [String: String] = [:]
  ) throws -> (text: String, terminal: VirtualTerminal) {
    let terminal = try VirtualTerminal(
      ["/bin/sh", "-c", "inkwell='\(BuiltProgram.inkwell)'; \(command); echo status $?"], columns: 120,
      rows: 40,
      home: home, environment: environment)
    _ = try terminal.end()
    #expect(terminal.isCooked)
    return (String(decoding: terminal.output, as: UTF8.self).replacing("\r\n", with: "\n"), terminal)
  }

  @Test("Configured keys and themes work from the first frame")
  func works() throws {
    let home = home([
      "config.json5": "{ // mine\n  theme: 'mine', keys: {send: 'F5', 'newline': ['Enter', 'M-Enter']}, }",
      "themes/mine.json5": "{base: 'light', draft: 'bold 200'}",
    ])
    let terminal = try VirtualTerminal.inkwell(columns: 100, home: home)
    try terminal.type("one\rtwo", until: "two lines, and the draft in its colour") {
      $0.shows("│ one", "┤ two") || $0.shows("┤ one", "│ two")
    }
    try terminal.until("✎ one")
    #expect(String(decoding: terminal.output, as: UTF8.self).contains("38;5;200"))
    try terminal.until("the new key in the last line") { $0.shows("Enter newline") }
    try terminal.type("\u{1B}[15~")
    try terminal.until("the message") { $0.shows("you          one", "write to #general") }
  }

  @Test("Wrong lines fall back to the defaults, and the screen says so")
  func faultyStart() throws {
    let home = home([
      "config.json5":
        "{\n  clock: '12h'\n  receipts: 'none',\n  drafts: {enabld: false},\n  keys: {newline: 'F5'},\n}"
    ])
    let terminal = try VirtualTerminal.inkwell(columns: 160, home: home)
    try terminal.until("the warning") {
      $0.shows("config.json5:3: expected a comma or }") && $0.shows("(and 1 more)", "--check-config")
    }
    try terminal.type("one\u{1B}[15~two", until: "two lines") { $0.shows("one") && $0.row == "two" }
  }

  @Test("--check-config reports each wrong line with status 78 and starts nothing")
  func faulty() throws {
    let home = home([
      "config.json5": "{\n  theme: 'light',\n  drafts: {enabld: false},\n  keys: {\n    send: 'C-a',\n  },\n}"
    ])
    let file = home.file(".config/inkwell/config.json5")
    let said = """
      inkwell: \(file):3: drafts.enabld: there is no such setting; did you mean drafts.enabled?
      inkwell: \(file):5: keys.send: C-a is already composer.line-start; rebind that too, or use another key
      status 78

      """
    for option in ["--check-config", "--print-config", "--print-keys"] {
      let shown = try shown(by: "$inkwell \(option)", home: home)
      #expect(shown.text == said, "\(option)")
    }
    // Nothing was created.
    #expect(home.text(of: ".local/state/inkwell/demo/store.db") == nil)
    #expect(try shown(by: "$inkwell --version", home: home).text.hasSuffix("status 0\n"))
    // Another file can be checked too.
    home.write("{}", to: "other")
    let other = try shown(by: "$inkwell --check-config --config other", home: home)
    #expect(other.text == "other: no errors.\nstatus 0\n" || other.text.contains("there is no such file"))
  }

  @Test("--check-config accepts a correct file and a missing one")
  func checked() throws {
    let home = home([:])
    let file = home.file(".config/inkwell/config.json5")
    let command = "$inkwell --check-config"
    #expect(
      try shown(by: command, home: home).text
        == "\(file): there is no such file; defaults are used.\nstatus 0\n")
    home.write("{theme: 'light'}", to: ".config/inkwell/config.json5")
    #expect(try shown(by: command, home: home).text == "\(file): no errors.\nstatus 0\n")
    let elsewhere = try shown(by: "$inkwell --check-config --config \(home.file("none"))", home: home)
    #expect(elsewhere.text == "inkwell: \(home.file("none")): there is no such file\nstatus 78\n")
  }

  @Test("--print-config prints a valid configuration, and --print-keys the active keys")
  func printed() throws {
    let home = home(["config.json5": "{drafts: {historyDays: 3}, keys: {send: 'F5'}}"])
    let command =
      "$inkwell --seed 7 --print-config > \(home.file("printed")); $inkwell --check-config --config "
      + home.file("printed")
    #expect(try shown(by: command, home: home).text == "\(home.file("printed")): no errors.\nstatus 0\n")
    let printed = try #require(home.text(of: "printed"))
    #expect(printed.contains("historyDays: 3, // \(home.file(".config/inkwell/config.json5")):1\n"))
    #expect(printed.contains("seed: 7, // --seed\n"))
    let keys = try shown(by: "$inkwell --print-keys", home: home).text.split(separator: "\n")
    #expect(keys.contains { $0.hasPrefix("composer.send ") && $0.hasSuffix(" F5") })
  }

  @Test("NO_COLOR overrides the file")
  func noColor() throws {
    let looks = "theme: {draft: 'bold 196', text: 'on 21'}"
    for (colors, environment, shown) in [
      ("256", [:], "48;5;21"), ("16", [:], "[44m"), ("256", ["NO_COLOR": "1"], nil), ("none", [:], nil),
    ] as [(String, [String: String], String?)] {
      let home = home(["config.json5": "{terminal: {colors: '\(colors)'}, \(looks)}"])
      let terminal = try VirtualTerminal.inkwell(home: home, environment: environment)
      try terminal.type("a draft", until: "✎ a draft")
      let output = String(decoding: terminal.output, as: UTF8.self)
      for color in ["48;5;21", "[44m"] {
        #expect(output.contains(color) == (color == shown), "\(colors): \(color)")
      }
      try terminal.type("\(Keys.killLine)\(Keys.leave)")
      #expect(try terminal.end() == 0)
    }
  }

  @Test("With drafts switched off nothing is saved, and old drafts return when they are switched on")
  func draftsOff() throws {
    let home = home([:])
    func session(_ text: String, _ body: (VirtualTerminal) throws -> Void) throws {
      home.write(text, to: ".config/inkwell/config.json5")
      let terminal = try VirtualTerminal.inkwell(home: home)
      try body(terminal)
      try terminal.type(Keys.leave)
      #expect(try terminal.end() == 0)
    }
    try session("{}") { terminal in
      try terminal.type("kept", until: "✎ kept")
    }
    try session("{drafts: {enabled: false}}") { terminal in
      try terminal.until("drafts are not saved")
      #expect(!terminal.shows("kept"))
      try terminal.type("lost", until: "the words") { $0.row == "lost" }
    }
    try session("{}") { terminal in
      try terminal.until("the words") { $0.row == "kept" }
      #expect(!terminal.shows("lost"))
    }
  }

  @Test("$EDITOR and the opener of links can be configured, with options")
  func programs() throws {
    let home = home([:])
    let editor = home.editor("sed -i \"s/\\$/$1/\" \"$2\"")
    // A failing opener is reported, which shows that it has run.
    home.write("#!/bin/sh\necho \"$@\" >'\(home.file("opened"))'; exit 1\n", to: "opener", mode: 0o700)
    home.write(
      "{programs: {editor: \"\(editor) edited\", opener: \"opener --new\"}}",
      to: ".config/inkwell/config.json5")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["VISUAL": "false", "BROWSER": "false", "PATH": "\(home.path):/usr/bin:/bin"])
    try terminal.type("words \(Keys.editor)", until: "the edited words") { $0.row == "words edited" }
    try terminal.type("\(Keys.killLine)see https://example.org/a?b=1&c=$HOME\(Keys.enter)")
    try terminal.until("the message") {
      $0.shows("you          see", "https://example.org", "write to #general")
    }
    try terminal.type("\(Keys.messageMode)o", until: "! The program opener --new did not open")
    #expect(home.text(of: "opened") == "--new https://example.org/a?b=1&c=$HOME\n")
  }
}
