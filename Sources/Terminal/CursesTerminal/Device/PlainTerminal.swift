public import TerminalScreen

/// A terminal that is used line by line: written lines stay, and nothing is redrawn.
///
/// Keys arrive one by one and are echoed here. Besides lines, the only output is the mode for bracketed paste, and only if the
/// terminal is known to support it.
public final class PlainTerminal: ProcessTerminal, LineTerminal {
  private var echo = LineEcho()
  private var typed: TypedLine?

  /// - Parameter environment: looks up a variable, by default in the process's environment.
  public init(_ options: TerminalOptions = TerminalOptions(), environment: ((String) -> String?)? = nil) {
    super.init(options, colors: .none, environment: environment)
  }

  public func say(_ lines: [ScreenText], above line: TypedLine) {
    typed = line
    guard phase == .taken else { return }
    write(echo.text(saying: lines, above: line))
  }

  public func invalidate() {
    guard phase == .taken else { return }
    write(echo.leaving())
    if let typed { write(echo.text(saying: [], above: typed)) }
  }

  public func perform(_ act: TerminalAct) {
    guard phase == .taken else { return }
    switch act {
    case .ring: write("\u{07}")
    case .copy(let text): if traits.readsCommands { write(TerminalCommand.copy(text)) }
    case .notify, .setTitle, .reportMouse, .askBackground: break
    }
  }

  override var entering: String { traits.readsCommands ? "\u{1B}[?2004h" : "" }

  /// Always starts a new line for the shell's prompt.
  override var leaving: String { (traits.readsCommands ? "\u{1B}[?2004l" : "") + "\r\n" }

  override func willGiveBack() { echo.forget() }

  override func showAgain() {
    noticeSize()
    write(entering)
    if let typed { write(echo.text(saying: [], above: typed)) }
  }
}
