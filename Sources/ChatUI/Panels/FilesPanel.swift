import ChatDomain
import ChatScreens

/// The files that came with messages in this run: where they are, to be opened, or to have their paths copied.
final class FilesPanel: ListedPanel {
  var panel: ListPanel<String>
  private weak var stage: (any FilesHost)?
  private let files: Downloads

  init(stage: any FilesHost, files: Downloads) {
    self.stage = stage
    self.files = files
    panel = ListPanel(
      title: "Files", note: files.places.isEmpty ? "no file was opened or saved yet" : "nothing found",
      hint: stage.keymap.hint(
        (.panel(.accept), "open"), (.panel(.toggle), "copy its path"), (.panel(.dismiss), "close")))
    queryDidChange()
  }

  func queryDidChange() {
    let candidates = files.places.map { place in
      let row = PanelRow(
        "▤ " + place.file.name, detail: place.path, trailing: ComposerPane.size(place.file.size))
      return Candidate(PanelItem(place.path, row), [place.file.name, place.path])
    }
    panel.list.showFromStart(FuzzyMatch(panel.query).filtered(candidates))
  }

  func accept(_ id: String) -> PanelOutcome {
    stage?.open(path: id)
    return .close
  }

  /// Copies the path of the selected file.
  func toggle() {
    if let path = panel.selected { stage?.copy(path) }
  }
}

/// What can be done with a file on this device.
protocol FilesHost: Stage {
  func open(path: String)
  func copy(_ text: String)
}

extension App: FilesHost {
  func open(path: String) {
    attempt { [programs] in try await programs.open(path) }
  }
}
