import Glibc
import ProgramTerminal
import Testing

@Suite("$EDITOR in the built program", .serialized)
struct InkwellEditorTests {
  @Test("An editor gets a normal terminal, and mentions survive it")
  func mentions() throws {
    let scratch = Scratch()
    let editor = scratch.editor("echo the editor has it; read -r line; printf '%s' \"$line\" >>\"$1\"")
    let terminal = try VirtualTerminal.inkwell(environment: ["EDITOR": editor])
    try terminal.type("for @ale", until: "›Alex Dunn")
    try terminal.type(Keys.tab)
    try terminal.until("the words alone") { $0.shows("for Alex Dunn") && !$0.shows("people") }
    let sidebar = (0..<terminal.rows).map { terminal.line($0).prefix(26) }
    try terminal.type(Keys.editor, until: "the editor has it")
    #expect(terminal.isCooked)
    #expect(!terminal.shows("→ #general"))
    try terminal.type("below\n", until: "both lines") { $0.shows("for Alex Dunn", "below", "→ #general") }
    #expect(!terminal.isCooked)
    #expect(!terminal.shows("the editor has it"))
    #expect((0..<2).map { terminal.line($0).prefix(26) } == Array(sidebar[..<2]))
    try terminal.type(Keys.preview, until: "for Alex Dunn (@alex)")
    try terminal.type(Keys.enter)
    try terminal.until("the message") { $0.shows("you          for Alex Dunn", "write to #general") }
  }

  @Test("A killed editor changes nothing, and the program gets the terminal back")
  func killed() throws {
    let scratch = Scratch()
    let editor = scratch.editor("rm \"$1\"; kill -9 $$")
    let terminal = try VirtualTerminal.inkwell(environment: ["EDITOR": editor])
    try terminal.type("kept\(Keys.editor)", until: "the sentence") {
      $0.shows("ended with status 137") && $0.line($0.cursor.row).hasSuffix("│ kept")
    }
    #expect(!terminal.isCooked)
    try terminal.type("!", until: "┤ kept!")
  }

  @Test(
    "A missing or failing editor changes nothing, and its file is removed",
    arguments: [
      ("/nonexistent/editor", "/nonexistent/editor was not found"), ("/etc/passwd -x", "cannot be run"),
      ("false", "Editor cancelled; the draft is unchanged"),
    ])
  func givesUp(editor: String, sentence: String) throws {
    let scratch = Scratch()
    let terminal = try VirtualTerminal.inkwell(
      columns: 160, environment: ["EDITOR": editor, "TMPDIR": scratch.path, "XDG_RUNTIME_DIR": ""])
    try terminal.type("kept\(Keys.editor)")
    try terminal.until("the sentence") { $0.shows(sentence) && $0.row.hasSuffix("kept") }
    try terminal.type("!", until: "the draft") { $0.row.hasSuffix("kept!") }
    try terminal.until("the file removed") { _ in !scratch.files.contains { $0.hasSuffix(".md") } }
  }

  @Test("With drafts off there is no history, and text saved by a failing editor stays in its file")
  func givesUpWithoutDrafts() throws {
    let (scratch, home) = (Scratch(), Scratch())
    home.makeFolders(home.file(".config/inkwell"))
    home.write("{drafts: {enabled: false}}", to: ".config/inkwell/config.json5")
    let editor = scratch.editor("echo written there >\"$1\"; exit 1")
    let terminal = try VirtualTerminal.inkwell(
      columns: 160, home: home,
      environment: ["EDITOR": editor, "TMPDIR": scratch.path, "XDG_RUNTIME_DIR": ""])
    try terminal.type("kept\(Keys.editor)", until: "what you wrote is also in")
    let file = try #require(scratch.files.first { $0.hasSuffix(".md") })
    #expect(scratch.text(of: file) == "written there\n")
  }

  @Test("Text that a failing editor saved is in the history, and its file is removed")
  func givesUpAfterSaving() throws {
    let scratch = Scratch()
    let editor = scratch.editor("cp \"$1\" \(scratch.file("copy")); echo written there >\"$1\"; exit 1")
    let terminal = try VirtualTerminal.inkwell(
      columns: 160, environment: ["EDITOR": editor, "TMPDIR": scratch.path, "XDG_RUNTIME_DIR": ""])
    try terminal.type("kept\(Keys.editor)", until: "the sentence") {
      $0.shows("C-x h restores what the editor saved") && $0.row.hasSuffix("kept")
    }
    #expect(scratch.text(of: "copy") == "kept\n")
    try terminal.until("the file removed") { _ in !scratch.files.contains { $0.hasSuffix(".md") } }
    try terminal.type("\u{18}h", until: "written there")
  }

  @Test("Text that an open editor has saved survives a kill of the program")
  func killedBesideEditor() throws {
    let (scratch, home) = (Scratch(), Scratch())
    let editor = scratch.editor("echo written there >\"$1\"; echo saved; read -r line")
    let first = try VirtualTerminal.inkwell(home: home, environment: ["EDITOR": editor])
    try first.type("words\(Keys.editor)", until: "saved")
    try first.until("the words in the log") { _ in
      home.text(of: ".local/state/inkwell/demo/edits")?.contains("written there") == true
    }
    first.send(SIGKILL)
    _ = try first.end()
    let second = try VirtualTerminal.inkwell(home: home)
    try second.until("what the editor saved") { $0.row == "written there" }
  }

  @Test("What an editor saved and then took back is not in the draft")
  func takenBack() throws {
    let (scratch, home) = (Scratch(), Scratch())
    let editor = scratch.editor(
      "cp \"$1\" \(scratch.file("copy")); echo no, never >\"$1\"; echo saved; read -r line; cp \(scratch.file("copy")) \"$1\""
    )
    let terminal = try VirtualTerminal.inkwell(home: home, environment: ["EDITOR": editor])
    try terminal.type("yes\(Keys.editor)", until: "saved")
    try terminal.until("the words in the log") { _ in
      home.text(of: ".local/state/inkwell/demo/edits")?.contains("no, never") == true
    }
    try terminal.type("\n")
    try terminal.until("the draft") { $0.row == "yes" }
  }

  @Test("An editor that gives up after saving leaves the draft as it was")
  func givesUpAfterTaking() throws {
    let (scratch, home) = (Scratch(), Scratch())
    let editor = scratch.editor("echo written there >\"$1\"; echo saved; read -r line; exit 1")
    let terminal = try VirtualTerminal.inkwell(home: home, environment: ["EDITOR": editor])
    try terminal.type("words\(Keys.editor)", until: "saved")
    try terminal.until("the words in the log") { _ in
      home.text(of: ".local/state/inkwell/demo/edits")?.contains("written there") == true
    }
    try terminal.type("\n")
    try terminal.until("the draft") { $0.row == "words" }
    try terminal.type("\u{18}h", until: "written there")
  }

  @Test("The editor's file exists until the draft with its text is saved")
  func unkept() throws {
    let home = Scratch()
    home.write("a file where a folder should be", to: ".local")
    let editor = home.editor("echo written there >\"$1\"")
    let terminal = try VirtualTerminal.inkwell(
      home: home, environment: ["EDITOR": editor, "TMPDIR": home.path])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("where it is") { $0.shows("is also in") && $0.row == "written there" }
    let file = home.files.first { $0.hasSuffix(".md") }
    #expect(file.flatMap { home.text(of: $0) } == "written there\n")
    home.remove(".local")
    try terminal.type("!", until: "Saving works again")
    try terminal.type(Keys.editor, until: "the editor's words") { $0.row == "written there" }
    try terminal.type("?")
    try terminal.until("all of it saved") { $0.row == "written there?" && $0.shows("drafts saved") }
    #expect(home.files.filter { $0.hasSuffix(".md") } == [file].compactMap(\.self))
  }

  @Test(
    "An unusable folder for temporary files is skipped: missing, empty, no folder or of another user",
    arguments: ["", "relative", "/nowhere/at/all", "/dev/null", "not a folder", "in home"])
  func folders(runtime: String) throws {
    let scratch = Scratch()
    scratch.makeFolders(scratch.file("temporary"))
    let runtimeFolder =
      switch runtime {
      case "not a folder": scratch.write("a file", to: "file")
      case "in home": scratch.file("gone")
      default: runtime
      }
    let editor = scratch.editor(
      "echo \"$1\" >\(scratch.file("name")); stat -c %a \"$1\" >\(scratch.file("mode"))")
    let terminal = try VirtualTerminal.inkwell(
      environment: [
        "EDITOR": editor, "XDG_RUNTIME_DIR": runtimeFolder, "TMPDIR": scratch.file("temporary"),
      ])
    try terminal.type("words\(Keys.editor)")
    try terminal.until("the words again") { _ in scratch.text(of: "mode") == "600\n" }
    #expect(scratch.text(of: "name")?.hasPrefix(scratch.file("temporary/inkwell-")) == true)
    try terminal.type("!", until: "┤ words!")
  }

  @Test(
    "A pipe in place of the editor's file does not block, and the draft stays",
    arguments: ["mkfifo", "ln -s /dev/zero", "mkdir"])
  func noFile(command: String) throws {
    let scratch = Scratch()
    let editor = scratch.editor("rm \"$1\"; \(command) \"$1\"")
    let terminal = try VirtualTerminal.inkwell(
      columns: 160, environment: ["EDITOR": editor, "TMPDIR": scratch.path, "XDG_RUNTIME_DIR": ""])
    try terminal.type("kept\(Keys.editor)")
    try terminal.until("the sentence") { $0.shows("left something other than a file") }
    try terminal.type("!", until: "the draft") { $0.row.hasSuffix("kept!") }
  }

  @Test("C-c in an editor goes to the editor")
  func interrupted() throws {
    let scratch = Scratch()
    let editor = scratch.editor(
      "trap 'echo interrupted >>\"$1\"; exit 0' INT; echo waiting; while :; do read -r line; done")
    let terminal = try VirtualTerminal.inkwell(environment: ["EDITOR": editor])
    try terminal.type("words\(Keys.editor)", until: "waiting")
    try terminal.type("\u{3}", until: "the editor's line") { $0.shows("words") && $0.row == "interrupted" }
  }

  @Test(
    "A paste of 100,000 bytes arrives unchanged, with CRLF as one line end",
    arguments: ["\n", "\r\n"])
  func paste(lineEnd: String) throws {
    let scratch = Scratch()
    let copy = scratch.file("copy")
    let editor = scratch.editor("cp \"$1\" \(copy); echo copied; read -r line")
    let terminal = try VirtualTerminal.inkwell(environment: ["EDITOR": editor])
    let line = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich."
    let lines = (0..<1_600).map { "\($0) \(line)" }
    let pasted = lines.joined(separator: lineEnd)
    #expect(pasted.utf8.count > 100_000)
    try terminal.type(Keys.paste(pasted))
    try terminal.untilAtRest()
    try terminal.type(Keys.editor, until: "copied")
    // The last line of the file ends with a line break as well.
    #expect(scratch.text(of: "copy") == lines.joined(separator: "\n") + "\n")
    try terminal.type("\n", until: "the end of it") { $0.shows("→ #general", "1599 Zwölf") }
  }
}
