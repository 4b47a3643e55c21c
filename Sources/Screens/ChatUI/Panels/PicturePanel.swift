import ChatDomain
import ChatScreens
import Composer
import TerminalScreen

/// A picture of a message, as large as the screen allows.
final class PicturePanel: Panel {
  private let files: [FileAttachment]
  private let keymap: Keymap
  private let known: (FileAttachment) -> Picture?
  private let fetch: (FileAttachment) async throws -> Picture
  private let open: (FileAttachment) -> Void
  private let onChange: () -> Void
  private var index = 0
  private var picture: Picture?
  /// Whether the picture has the full resolution of the screen.
  private var isSharp = false
  private var note = ""
  private var work: Task<Void, Never>?

  /// - Parameters:
  ///   - files: one or more, of which one is shown at a time.
  ///   - known: the available version of a picture, shown until a sharper one arrives.
  ///   - fetch: makes a picture for this screen.
  ///   - open: shows a file in another program.
  init(
    _ files: [FileAttachment], keymap: Keymap, known: @escaping (FileAttachment) -> Picture?,
    fetch: @escaping (FileAttachment) async throws -> Picture,
    open: @escaping (FileAttachment) -> Void, onChange: @escaping () -> Void
  ) {
    precondition(!files.isEmpty, "a panel without a picture")
    self.files = files
    self.keymap = keymap
    self.known = known
    self.fetch = fetch
    self.open = open
    self.onChange = onChange
    load()
  }

  var state: PanelState {
    let number = files.count == 1 ? "" : " · \(index + 1) of \(files.count)"
    let next: [(Command, String)] = files.count == 1 ? [] : [(.panel(.next), "next")]
    // The timeline's version may arrive while the large version is fetched.
    if !isSharp { picture = known(files[index]) ?? picture }
    let hints = next + [(.panel(.accept), "open outside"), (.panel(.dismiss), "close")]
    return .picture(
      PicturePanelState(
        title: files[index].name + number, picture: picture, note: note,
        hint: hints.map { keymap.hint($0) }.filter { !$0.isEmpty }.joined(separator: " · ")))
  }

  func perform(_ command: PanelCommand) -> PanelOutcome {
    switch command {
    case .dismiss: return .close
    case .accept:
      open(files[index])
      return .close
    case .next, .nextPage: move(by: 1)
    case .previous, .previousPage: move(by: -1)
    case .first: move(by: -index)
    case .last: move(by: files.count - 1 - index)
    default: break
    }
    return .stay
  }

  func type(_ text: String) -> PanelOutcome { .passOn }
  func edit(_ command: ComposerCommand, _ ring: KillRing) -> PanelOutcome { .stay }
  func resize() { load() }
  func close() { work?.cancel() }

  private func move(by step: Int) {
    let wanted = min(max(0, index + step), files.count - 1)
    guard wanted != index else { return }
    index = wanted
    picture = nil
    load()
  }

  private func load() {
    let file = files[index]
    isSharp = false
    note = "Downloading \(file.name)…"
    work?.cancel()
    work = Task {
      let result: Result<Picture, any Error>
      do { result = .success(try await fetch(file)) } catch { result = .failure(error) }
      guard !Task.isCancelled else { return }
      switch result {
      case .success(let picture):
        self.picture = picture
        isSharp = true
        note = ""
      case .failure(let error):
        let reason = ErrorSentence.reason(error) ?? "it was not downloaded"
        note = known(file) == nil ? "Not shown: \(reason)" : "No sharper picture: \(reason)"
      }
      onChange()
    }
  }
}
