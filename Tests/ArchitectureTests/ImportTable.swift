/// The modules that each target under `Sources` may import: the arrows of `docs/architecture.md` as data.
///
/// Unlike the compiler's own check, this one does not accept a transitive dependency.
struct ImportTable {
  enum Allowance: Hashable {
    /// Only these modules, including those of the system.
    case only(Set<String>)
    /// For the executable, which connects all targets.
    case everything
  }

  let rows: [String: Allowance]
  /// The groups of targets below `Sources`; a target in no group is directly below `Sources`.
  var groups: [String: Set<String>] = [:]

  /// The plan: one row for each target.
  static let plan = ImportTable(
    rows: [
      "DraftEngine": .only([]),
      "FormattedText": .only([]),
      "JSON": .only([]),
      // Synchronization for values that a service reports from any thread.
      "ChatDomain": .only(["DraftEngine", "Synchronization"]),
      "ChatSync": .only(["ChatDomain", "DraftEngine"]),
      "ChatControllers": .only(["ChatDomain", "ChatSync", "DraftEngine"]),
      "FileSystem": .only(["Dispatch", "Glibc"]),
      // System modules for the time and for files.
      "ChatPlatform": .only(["ChatDomain", "FileSystem", "Glibc"]),
      // Synchronization is part of the standard library: a manual clock needs a lock and no thread.
      "InMemoryService": .only(["ChatDomain", "DraftEngine", "Synchronization"]),
      "CSQLite": .only([]),
      // System module for files.
      "SQLite": .only(["CSQLite", "Glibc"]),
      // System modules for files, locks and threads; Foundation would double the time until the first frame.
      "LocalStorage": .only([
        "ChatDomain", "DraftEngine", "CSQLite", "Dispatch", "FileSystem", "Glibc", "SQLite",
        "Synchronization",
      ]),
      "CCurl": .only([]),
      // System modules for files, sockets and a thread.
      "HTTPTransport": .only(["CCurl", "Glibc", "Synchronization"]),
      // System module for the session file and the key of the profile.
      "MatrixService": .only([
        "ChatDomain", "Ciphers", "CrossSigning", "DraftEngine", "EncryptionMachine", "FileSystem",
        "FormattedText", "HTTPTransport", "JSON", "Recovery", "SQLite", "Glibc",
        "Synchronization",
      ]),
      "Spelling": .only(["FileSystem", "FormattedText"]),
      // System module to load libcrypto, to wipe memory and for files.
      "Ciphers": .only(["FileSystem", "Glibc"]),
      "Olm": .only(["Ciphers"]),
      "CrossSigning": .only(["Ciphers", "JSON"]),
      // System module to save a recovery key.
      "Recovery": .only(["Ciphers", "CrossSigning", "FileSystem", "Glibc", "JSON", "Olm"]),
      // System module for the lock of the database.
      "EncryptionMachine": .only([
        "Ciphers", "CrossSigning", "FileSystem", "Glibc", "JSON", "Olm", "SQLite",
      ]),
      "CEnchant": .only([]),
      "Enchant": .only(["CEnchant", "Spelling"]),
      "TerminalScreen": .only([]),
      "ChatScreens": .only(["ChatDomain", "DraftEngine", "FormattedText", "TerminalScreen"]),
      "Composer": .only([
        "ChatControllers", "ChatDomain", "ChatScreens", "DraftEngine", "Spelling", "TerminalScreen",
      ]),
      "ChatUI": .only([
        "ChatControllers", "ChatDomain", "ChatScreens", "Composer", "DraftEngine", "Spelling",
        "TerminalScreen",
      ]),
      // C only.
      "CNcursesw": .only([]),
      "CTerminalGuard": .only([]),
      "CProcess": .only([]),
      // System module to read a child's output and to end it.
      "PictureDecoder": .only(["CProcess", "FileSystem", "Glibc", "TerminalScreen"]),
      // System modules for descriptors and signals; Foundation would double the time until the first frame.
      "CursesTerminal": .only([
        "TerminalScreen", "CNcursesw", "CProcess", "CTerminalGuard", "Dispatch", "Glibc",
      ]),
      "inkwell": .everything,
    ],
    groups: [
      "Engine": ["DraftEngine", "FormattedText"],
      "Encryption": ["Ciphers", "CrossSigning", "EncryptionMachine", "Olm", "Recovery"],
      "Client": ["ChatControllers", "ChatDomain", "ChatPlatform", "ChatSync"],
      "Services": ["InMemoryService", "MatrixService"],
      "Storage": ["CSQLite", "LocalStorage", "SQLite"],
      "Terminal": ["CNcursesw", "CTerminalGuard", "CursesTerminal", "PictureDecoder", "TerminalScreen"],
      "Screens": ["ChatScreens", "ChatUI", "Composer"],
      "Support": [
        "CCurl", "CEnchant", "CProcess", "Enchant", "FileSystem", "HTTPTransport", "JSON", "Spelling",
      ],
    ])

  /// The path of a target.
  func path(of target: String) -> String {
    let group = groups.first { $0.value.contains(target) }?.key
    return "Sources/" + (group.map { "\($0)/" } ?? "") + target
  }

  /// The target of a file at a path.
  func target(at path: String) -> String? { rows.keys.first { path.hasPrefix(self.path(of: $0) + "/") } }

  /// The imports of the file that are not allowed.
  func violations(in text: SourceText, of target: String, path: String) -> [String] {
    guard case .only(let allowed) = rows[target] else { return [] }
    return text.imports.filter { !allowed.contains($0.module) }.map {
      "\(path):\($0.line): \(target) may not import \($0.module)"
    }
  }

  /// The differences between the table and the folders of targets under `Sources`.
  ///
  /// - Parameter folders: their paths.
  func disagreements(withFolders folders: Set<String>) -> [String] {
    let targets = Set(rows.keys.map(path(of:)))
    return folders.subtracting(targets).sorted().map { "\($0) has no row in the import table" }
      + targets.subtracting(folders).sorted().map { "the import table names \($0), which is not there" }
  }

  /// The differences between the table and the targets of `Package.swift`.
  func disagreements(with manifest: PackageManifest) -> [String] {
    let declared = manifest.targets.filter(\.isSource)
    let names = Set(declared.map(\.name))
    let missing = names.symmetricDifference(rows.keys).sorted().map {
      "\($0) stands in only one of Package.swift and the import table"
    }
    return missing
      + declared.flatMap { target -> [String] in
        var found: [String] = []
        let place = path(of: target.name)
        if let path = target.path, path != place {
          found.append("\(target.name) lives in \(path) and not in \(place)")
        }
        guard case .only(let allowed) = rows[target.name] else { return found }
        let dependencies = Set(target.dependencies)
        found += dependencies.subtracting(allowed).sorted().map {
          "\(target.name) depends on \($0) in Package.swift, which the import table does not allow"
        }
        found += allowed.intersection(names).subtracting(dependencies).sorted().map {
          "\(target.name) may import \($0) by the import table, Package.swift does not say so"
        }
        return found
      }
  }
}
