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

  /// Whether there is a screen with colours.
  var hasColors: Bool {
    switch self {
    case .screen(let terminal): terminal.hasColors
    case .lines: false
    }
  }

  /// How many pixels a cell has, where pictures may be shown as such; nil: there are only cells.
  var pixelsOfCell: Size? {
    switch self {
    case .screen(let terminal): terminal.pixelsOfCell
    case .lines: nil
    }
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
  /// Nil: pictures are not shown.
  public var pictures: (any PictureReader)?
  /// Nil: there is only this one account.
  public var accounts: (any AccountDirectory)?
  /// Tells how words are spelled, if the settings name languages; nil: nobody does.
  public var spelling: (any SpellChecker)?
  /// The main thread's loop; nil: it belongs to somebody else, and tasks do the same.
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

  public init(
    terminal: any ScreenTerminal, calendar: any WallCalendar, files: any FileBrowser,
    programs: any OtherPrograms,
    downloads: any DownloadFolder, connection: (any ConnectionSwitch)? = nil
  ) {
    self.init(
      outlet: .screen(terminal), calendar: calendar, files: files, programs: programs, downloads: downloads,
      connection: connection)
  }
}
