import Composer

/// What the last line says about files, pictures and links in messages.
nonisolated extension Notice {
  // MARK: Missing content

  static let noFile = Notice("No file in this message")
  static let noLinkOrFile = Notice("No link or file in this message")
  static let noPicture = Notice("No picture in this message")
  static let noFilesYet = Notice("No files here yet")

  static func notHereYet(savedBy key: String) -> Notice {
    Notice("The file is not downloaded yet; \(key) saves it")
  }

  // MARK: Opening

  static func notOpened(_ address: String) -> Notice {
    Notice("Only web, mail and map addresses can be opened, not \(address)", .warning)
  }

  static func picturesNotShown(because reason: String) -> Notice {
    Notice("Pictures are not shown: \(reason)", .warning)
  }

  static func pictureNotShown(because reason: String, openedBy key: String) -> Notice {
    Notice("Not shown: \(reason); \(key) opens it in another program", .warning)
  }

  // MARK: Saving

  static func saved(as path: String) -> Notice { Notice("Saved as \(path)", .good) }
  /// Followed by the reason.
  static func notSaved(_ name: String) -> Notice { Notice("Not saved: \(name)", .error) }
  /// Followed by the reason.
  static let notSavedThere = Notice("Not saved there", .error)
  static let typePathFirst = Notice("Type a path first")
  static let pathTooLong = Notice("The path is too long", .warning)

  // MARK: Transfers

  static func downloading(_ name: String, percent: Int, cancelledBy key: String) -> Notice {
    Notice("Downloading \(name) \(percent) % · \(key) cancels")
  }

  static func downloadCancelled(_ name: String) -> Notice { Notice("Download cancelled: \(name)") }

  /// - Parameter percent: " 40 %", or empty while it is not known.
  static func sending(_ name: String, _ percent: String, cancelledBy keys: String) -> Notice {
    Notice("Sending \(name)\(percent) · \(keys) cancels")
  }
}
