public import Composer
public import Spelling
public import TerminalScreen

/// The output of the program.
public enum Outlet {
  case screen(any ScreenTerminal)
  /// Lines of text, one after the other, for users who listen.
  case lines(any LineTerminal)

  var terminal: any Terminal {
    switch self {
    case .screen(let terminal): terminal
    case .lines(let terminal): terminal
    }
  }

  /// The screen; nil in line mode.
  var screen: (any ScreenTerminal)? {
    if case .screen(let terminal) = self { terminal } else { nil }
  }
}

/// The external dependencies passed to the program.
public struct AppEnvironment {
  public var outlet: Outlet
  public var calendar: any WallCalendar
  public var files: any FileBrowser
  public var programs: any OtherPrograms
  public var downloads: any DownloadFolder
  public var connection: (any ConnectionSwitch)?
  /// The decoder of pictures; nil if pictures are not shown.
  public var pictures: (any PictureReader)?
  /// The accounts of this device; nil if there is only the current one.
  public var accounts: (any AccountDirectory)?
  /// The spell checker, if the settings name languages; nil if there is none.
  public var spelling: (any SpellChecker)?
  /// The main thread's loop; nil if the program does not own the main thread and runs in tasks instead.
  public var loop: (any EventLoop)?

  public init(
    outlet: Outlet, calendar: any WallCalendar, files: any FileBrowser, programs: any OtherPrograms,
    downloads: any DownloadFolder, connection: (any ConnectionSwitch)? = nil,
    pictures: (any PictureReader)? = nil, accounts: (any AccountDirectory)? = nil,
    spelling: (any SpellChecker)? = nil,
    loop: (any EventLoop)? = nil
  ) {
    self.pictures = pictures
    self.accounts = accounts
    self.spelling = spelling
    self.loop = loop
    self.outlet = outlet
    self.calendar = calendar
    self.files = files
    self.programs = programs
    self.downloads = downloads
    self.connection = connection
  }
}
