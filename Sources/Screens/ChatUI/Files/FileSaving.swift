import ChatControllers
import ChatDomain
import ChatScreens

/// Saves files of messages where the user wants them.
final class FileSaving {
  private let services: any AppServices
  private let downloads: Downloads
  private let folder: any DownloadFolder
  /// The folder chosen last, which is suggested for the next file.
  private var lastFolder: String?

  init(services: any AppServices, downloads: Downloads, folder: any DownloadFolder) {
    self.services = services
    self.downloads = downloads
    self.folder = folder
  }

  /// Asks where to save a file of a message; if there are several, the user first chooses one.
  ///
  /// - Parameter path: the place, if the user has already named it.
  /// - Returns: whether there is a file.
  func save(filesOf message: Message, as path: String = "") -> Bool {
    let files = message.files
    guard let first = files.first else {
      services.say(Notice("There is no file in it"))
      return false
    }
    if files.count == 1 {
      ask(for: first, path)
      return true
    }
    services.show(
      ChoicePanel(
        title: "Save", keymap: services.keymap,
        choices: files.map { (value: $0, row: PanelRow($0), names: [$0.name]) },
        note: "nothing of that name"
      ) { [weak self] in self?.ask(for: $0, path) })
    return true
  }

  private func ask(for file: FileAttachment, _ path: String) {
    let name = FileName(file.name)
    let panel = SavePanel(
      services: services, title: "Save \(file.name) as", name: name.attempt(1),
      path: path.isEmpty ? "\(lastFolder ?? folder.usualFolder)/\(name.attempt(1))" : path
    ) { [folder] path throws(ProgramError) in
      try await folder.place(at: path, for: name)
    } save: { [weak self] place in
      self?.save(file, as: place)
    }
    services.show(panel)
    if !path.isEmpty { _ = panel.perform(.accept) }
  }

  private func save(_ file: FileAttachment, as place: SavingPlace) {
    Task { [services] in
      do {
        let path = services.files.shortened(try await downloads.save(file, as: place))
        lastFolder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        services.say(Notice("Saved as \(path)", .good))
      } catch {
        services.say("Not saved: \(file.name)", because: error)
      }
      services.setNeedsFrame()
    }
  }
}

extension PanelRow {
  /// A file of a message in a list.
  init(_ file: FileAttachment) {
    self.init("▤ " + file.title, trailing: file.toldSize.map { ByteCount($0).description } ?? "")
  }
}
