public import TerminalScreen

/// Everything outside that the program is given.
public struct Surroundings {
  public var terminal: any Terminal
  public var calendar: any WallCalendar
  public var files: any FileBrowser
  public var programs: any OtherPrograms
  public var downloads: any DownloadFolder
  public var connection: (any ConnectionSwitch)?

  public init(
    terminal: any Terminal, calendar: any WallCalendar, files: any FileBrowser, programs: any OtherPrograms,
    downloads: any DownloadFolder, connection: (any ConnectionSwitch)? = nil
  ) {
    self.terminal = terminal
    self.calendar = calendar
    self.files = files
    self.programs = programs
    self.downloads = downloads
    self.connection = connection
  }
}
