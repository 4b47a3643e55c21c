import ChatDomain
import ChatScreens

/// Files of messages, saved where the user wants them.
extension App {
  /// Saves a message's file; if there are several, the user chooses one.
  ///
  /// - Parameter path: where; the user is asked if it is empty.
  func save(_ message: Message, as path: String = "") {
    guard let first = message.files.first else { return say(Notice("There is no file in it")) }
    guard message.files.count > 1 else { return save(first, as: path) }
    show(
      ChoicePanel(
        title: "Save", keymap: keymap,
        choices: message.files.map { (value: $0, row: row(of: .file($0)), names: [$0.name]) },
        note: "nothing of that name"
      ) { [weak self] in self?.save($0, as: path) })
  }

  private func save(_ file: FileAttachment, as path: String) {
    guard path.isEmpty else { return fetch(file, at: path) }
    attempt { [self] in
      let folder = await usualFolder()
      show(
        SavePanel(stage: self, name: FileName(file.name).attempt(1), folder: folder) { [weak self] path in
          self?.fetch(file, at: path)
        })
    }
  }

  private func fetch(_ file: FileAttachment, at path: String) {
    attempt { [self] in
      let place = try await downloads.save(file, at: files.expanded(path))
      savingFolder = path.hasSuffix("/") ? path : path.folder
      say(Notice("Saved as \(place); /files opens it or copies its path", .good))
    }
  }

  /// The folder in which the last file was saved, or the one for downloads if there is one.
  private func usualFolder() async -> String {
    if let savingFolder { return savingFolder }
    return await files.entries(ofFolder: "~").contains("Downloads/") ? "~/Downloads/" : "~/"
  }
}

nonisolated extension String {
  /// A path up to its last slash; empty without one.
  var folder: String { lastIndex(of: "/").map { String(self[...$0]) } ?? "" }
}
