import ChatControllers
import ChatDomain
import ChatScreens
import Composer
import DraftEngine
import TerminalScreen

/// Opens, saves and copies the contents of messages.
final class FileActions {
  let downloads: Downloads
  private let pictures: Pictures
  private let folder: any DownloadFolder
  /// The folder chosen last, which is suggested for the next file.
  private var lastFolder: String?
  private let context: AppContext
  private let names: ConversationNames

  init(
    context: AppContext, folder: any DownloadFolder, downloads: Downloads,
    pictures: Pictures, names: ConversationNames
  ) {
    self.pictures = pictures
    self.context = context
    self.downloads = downloads
    self.names = names
    self.folder = folder
  }

  /// Opens the contents of a message; if there are several, the user chooses one.
  ///
  /// - Returns: whether there is anything to open.
  func open(_ message: Message) -> Bool {
    let contents = Openable.all(in: message)
    guard let first = contents.first else {
      context.say(.noLinkOrFile)
      return false
    }
    if contents.count == 1 {
      open(first)
      return true
    }
    context.showList(
      ChoiceSource(
        title: "Open", choices: contents.map { (value: $0, row: row(of: $0), names: searchNames(of: $0)) }
      ) { [weak self] in self?.open($0) })
    return true
  }

  private func open(_ content: Openable) {
    switch content {
    case .channel(let id): context.go(to: .channel(id))
    case .file(let file): open(file)
    case .address(let address):
      guard let address = WebAddress.openable(address) else { return context.say(.notOpened(address)) }
      context.attempt { [programs = context.programs] in try await programs.open(address) }
    }
  }

  private func open(_ file: FileAttachment) {
    context.attempt { [context, downloads] in
      let path = try await downloads.path(of: file)
      try await context.programs.open(path)
      context.say(.saved(as: context.files.shortened(path)))
    }
  }

  /// Shows the pictures of a message large.
  ///
  /// - Returns: whether there are any, and they can be shown.
  func view(_ message: Message) -> Bool {
    let shown = message.files.filter(Pictures.isPicture)
    guard !shown.isEmpty else {
      context.say(.noPicture)
      return false
    }
    if let obstacle = pictures.obstacle {
      context.say(.pictureNotShown(because: obstacle, openedBy: context.key(of: .message(.open))))
      return false
    }
    context.show(
      PicturePanel(shown, keymap: context.keymap, known: pictures.known) { [pictures] in
        try await pictures.picture(of: $0)
      } open: { [weak self] in
        self?.open($0)
      } onChange: { [weak context] in
        context?.setNeedsFrame()
      })
    return true
  }

  /// Asks where to save a file of a message; if there are several, the user first chooses one.
  ///
  /// - Parameter path: the place, if the user has already named it.
  /// - Returns: whether there is a file.
  @discardableResult
  func save(filesOf message: Message, as path: String = "") -> Bool {
    let files = message.files
    guard let first = files.first else {
      context.say(.noFile)
      return false
    }
    if files.count == 1 {
      ask(for: first, path)
      return true
    }
    context.showList(
      ChoiceSource(
        title: "Save", choices: files.map { (value: $0, row: PanelRow($0), names: [$0.name]) }
      ) { [weak self] in self?.ask(for: $0, path) })
    return true
  }

  private func ask(for file: FileAttachment, _ path: String) {
    let name = FileName(file.name)
    let panel = SavePanel(
      context: context, title: "Save \(file.name) as", name: name.attempt(1),
      path: path.isEmpty ? "\(lastFolder ?? folder.usualFolder)/\(name.attempt(1))" : path
    ) { [folder] path throws(ProgramError) in
      try await folder.place(at: path, for: name)
    } save: { [weak self] place in
      self?.save(file, as: place)
    }
    context.show(panel)
    if !path.isEmpty { _ = panel.perform(.accept) }
  }

  private func save(_ file: FileAttachment, as place: SavingPlace) {
    Task { [context] in
      do {
        let path = context.files.shortened(try await downloads.save(file, as: place))
        lastFolder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        context.say(.saved(as: path))
      } catch {
        context.say(.notSaved(file.name), because: error)
      }
      context.setNeedsFrame()
    }
  }

  /// Copies the paths of a message's files, as far as they are on this computer.
  ///
  /// - Returns: whether there are any.
  func copyPaths(of message: Message) -> Bool {
    let paths = message.files.compactMap { downloads.knownPath(of: $0.id) }
    guard !paths.isEmpty else {
      let key = context.key(of: .message(.save))
      context.say(message.files.isEmpty ? .noFile : .notHereYet(savedBy: key))
      return false
    }
    copy(paths.joined(separator: "\n"))
    return true
  }

  /// Copies text to the clipboard. A terminal does not report success, so the notice does not claim it.
  func copy(_ text: String) {
    context.attempt { [context] in
      guard await !context.programs.copy(text) else { return context.say(.copied) }
      context.terminal.perform(.copy(text))
      let isCut = text.utf8.count > TerminalAct.longestCopy
      context.say(isCut ? .copiedInPart : .copiedToTerminal)
    }
  }

  /// The notice about running downloads, shown until another notice replaces it.
  var progressNotice: Notice? {
    guard let last = downloads.progress.last else { return nil }
    return .downloading(
      last.file.name, percent: last.percent, cancelledBy: context.key(of: .global(.stepBack)))
  }

  var isDownloading: Bool { !downloads.progress.isEmpty }

  /// Cancels all downloads, before a key that steps back has another effect.
  ///
  /// - Returns: whether there was anything to cancel.
  func cancelDownloads() -> Bool {
    guard let last = downloads.progress.last else { return false }
    downloads.cancel()
    context.say(.downloadCancelled(last.file.name))
    return true
  }

  private func row(of content: Openable) -> PanelRow {
    switch content {
    case .address(let address): PanelRow(address)
    case .channel(let id): PanelRow(names.name(of: id), trailing: "channel")
    case .file(let file): PanelRow(file)
    }
  }

  private func searchNames(of content: Openable) -> [String] {
    switch content {
    case .address(let address): [address]
    case .channel(let id): [names.name(of: id)]
    case .file(let file): [file.name]
    }
  }
}

/// Something in a message that can be opened: an address, a channel or a file.
nonisolated enum Openable: Hashable {
  case address(String)
  case channel(ChannelID)
  case file(FileAttachment)

  /// Everything in a message that can be opened, in reading order, each item once.
  static func all(in message: Message) -> [Openable] {
    var found: [Openable] = []
    for span in message.elements.shownSpans {
      switch span.target {
      case .url(let address): found.append(.address(WebAddress.openable(address) ?? address))
      case .channel(let id): found.append(.channel(ChannelID(id)))
      case .user: break
      }
    }
    found += message.files.map(Openable.file)
    var seen: Set<Openable> = []
    return found.filter { seen.insert($0).inserted }
  }
}

extension PanelRow {
  /// A file of a message in a list.
  init(_ file: FileAttachment) {
    self.init("▤ " + file.title, trailing: file.toldSize.map { ByteCount($0).description } ?? "")
  }
}
