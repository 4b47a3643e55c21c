import ChatScreens

/// Asks where a file is to be saved, and suggests what is in the folder that is being typed.
final class SavePanel: Panel {
  private var panel: ListPanel<String>
  private weak var stage: (any Stage)?
  private let files: any FileBrowser
  /// The folder whose entries are known.
  private var folder: String?
  private var entries: [String] = []
  private var listing: Task<Void, Never>?
  private let save: (String) -> Void

  /// - Parameters:
  ///   - folder: the folder that is proposed, with its slash.
  ///   - save: receives the path.
  init(stage: any Stage, name: String, folder: String, save: @escaping (String) -> Void) {
    self.stage = stage
    files = stage.files
    self.save = save
    panel = ListPanel(
      title: "Save \(name) as", line: QueryLine(folder + name),
      note: "nothing of that name is there yet",
      hint: stage.keymap.hint(
        (.panel(.accept), "save"), (.panel(.toggle), "take the name"), (.panel(.dismiss), "close")))
    look()
  }

  var state: PanelState { panel.state }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    if panel.list.move(command) { return .stay }
    switch command {
    case .accept:
      guard !panel.query.isEmpty else { return .stay }
      save(panel.query)
      return .close
    case .toggle:
      guard let chosen = panel.selected else { return .stay }
      panel.line = QueryLine(panel.query.folder + chosen)
      look()
      return .stay
    case .restore:
      if panel.undo() { look() }
      return .stay
    case .dismiss: return .close
    case .remove, .next, .previous, .nextPage, .previousPage, .first, .last: return .stay
    }
  }

  func type(_ text: String) -> PanelOutcome {
    if panel.type(text) { look() }
    return .stay
  }

  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome {
    if panel.edit(command, ring) { look() }
    return .stay
  }

  func close() { listing?.cancel() }

  /// Shows what the folder has of the beginning of a name; asks for another folder's entries first.
  private func look() {
    let wanted = panel.query.folder
    guard wanted != folder else { return show() }
    folder = wanted
    entries = []
    show()
    listing?.cancel()
    listing = Task { [weak self, files] in
      let found = await files.entries(ofFolder: wanted.isEmpty ? "." : wanted)
      guard !Task.isCancelled, let self, folder == wanted else { return }
      entries = found
      show()
      stage?.setNeedsFrame()
    }
  }

  private func show() {
    let path = panel.query
    let beginning = path.dropFirst(path.folder.count)
    let names = entries.filter { $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix(".")) }
    // Folders lead on; a file of the name is only there to be seen, because nothing is overwritten.
    let rows = names.filter { $0.hasSuffix("/") } + names.filter { !$0.hasSuffix("/") }
    panel.list.showFromStart(rows.map { PanelItem($0, PanelRow($0)) })
  }
}
