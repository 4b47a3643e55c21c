import ChatDomain
import ChatScreens
import DraftEngine
import TerminalScreen

extension App {
  /// Opens the contents of a message; if there are several, the user chooses one.
  func open(_ message: Message) {
    let things = Openable.all(in: message)
    if things.count == 1 { return open(things[0]) }
    guard !things.isEmpty else { return say(Notice("There is no link and no file in it")) }
    show(
      ChoicePanel(
        title: "Open", keymap: keymap,
        choices: things.map { (value: $0, row: row(of: $0), names: names(of: $0)) },
        note: "nothing of that name"
      ) { [weak self] in self?.open($0) })
  }

  private func open(_ thing: Openable) {
    switch thing {
    case .channel(let id): go(to: .channel(id))
    case .file(let file): open(file)
    case .address(let address):
      guard let address = WebAddress.openable(address) else {
        return say(Notice("Only web and mail addresses are opened, and not \(address)", .warning))
      }
      attempt { [programs] in try await programs.open(address) }
    }
  }

  private func open(_ file: FileAttachment) {
    attempt { [downloads, programs, files] in
      let path = try await downloads.path(of: file)
      try await programs.open(path)
      self.say(Notice("Kept as \(files.shortened(path))", .good))
    }
  }

  /// Copies the paths of a message's files, as far as they are on this computer.
  func copyPlaces(of message: Message) {
    let paths = message.files.compactMap { downloads.knownPath(of: $0.id) }
    guard !paths.isEmpty else {
      let words =
        message.files.isEmpty
        ? "There is no file in it" : "It is not on this computer yet; \(keys(of: .message(.save))) saves it"
      return say(Notice(words))
    }
    copy(paths.joined(separator: "\n"))
  }

  /// Copies text to the clipboard. A terminal does not say whether it took it, so it is not claimed either.
  func copy(_ text: String) {
    attempt { [self] in
      guard await !programs.copy(text) else { return say(Notice("Copied", .good)) }
      terminal.perform(.copy(text))
      let isCut = text.utf8.count > TerminalAct.longestCopy
      say(
        isCut
          ? Notice(
            "Only the first 75 kB were sent to the terminal's clipboard, which takes no more", .warning)
          : Notice("Sent to the terminal's clipboard"))
    }
  }

  /// The notice about running downloads, shown until another notice replaces it.
  var fetching: Notice? {
    guard let last = downloads.progress.last else { return nil }
    let words = "Fetching \(last.file.name) \(last.percent) %"
    return Notice([words, keymap.hint((.global(.ladder), "cancels"))].joined(separator: " · "))
  }

  /// Cancels downloads, which is the first step back.
  ///
  /// - Returns: whether there was anything to cancel.
  func cancelFetching() -> Bool {
    guard let last = downloads.progress.last else { return false }
    downloads.cancel()
    say(Notice("Not fetched: \(last.file.name)"))
    return true
  }

  private func row(of thing: Openable) -> PanelRow {
    switch thing {
    case .address(let address): PanelRow(address)
    case .channel(let id): PanelRow(placeNames.name(of: id), trailing: "channel")
    case .file(let file): PanelRow("▤ " + file.name, trailing: ComposerPane.size(file.size))
    }
  }

  private func names(of thing: Openable) -> [String] {
    switch thing {
    case .address(let address): [address]
    case .channel(let id): [placeNames.name(of: id)]
    case .file(let file): [file.name]
    }
  }
}
