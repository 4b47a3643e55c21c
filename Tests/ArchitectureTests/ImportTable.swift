/// Which modules each target under `Sources` may import: the arrows of `docs/architecture.md` as data.
///
/// The compiler's own check lets an import through when another target brings the module along; this one does not.
struct ImportTable {
  enum Allowance: Hashable {
    /// These modules and no others, those of the system included.
    case only(Set<String>)
    /// For the one target that wires all others together.
    case everything
  }

  let rows: [String: Allowance]

  /// The plan. A target comes in with its row, and a row goes out with its target.
  static let plan = ImportTable(rows: [
    "DraftEngine": .only([]),
    "FormattedText": .only([]),
    "JSON": .only([]),
    // Synchronization for what a service tells from anywhere, without a thread of its own.
    "ChatDomain": .only(["DraftEngine", "Synchronization"]),
    "ChatControllers": .only(["ChatDomain", "DraftEngine"]),
    "FileSystem": .only(["Dispatch", "Glibc"]),
    // The system's own for the time and for files.
    "ChatPlatform": .only(["ChatControllers", "ChatDomain", "FileSystem", "Glibc"]),
    // Synchronization is the standard library's: a clock that tests move needs a lock and no thread.
    "InMemoryService": .only(["ChatDomain", "DraftEngine", "Synchronization"]),
    "CSQLite": .only([]),
    // The system's own for files.
    "SQLite": .only(["CSQLite", "Glibc"]),
    "MatrixCache": .only(["ChatDomain", "SQLite"]),
    // The system's own for files, locks and threads; Foundation would double the time until the first frame.
    "LocalStorage": .only([
      "ChatDomain", "DraftEngine", "CSQLite", "Dispatch", "FileSystem", "Glibc", "SQLite",
      "Synchronization",
    ]),
    "CCurl": .only([]),
    // The system's own for files, sockets and a thread.
    "HTTPTransport": .only(["CCurl", "Glibc", "Synchronization"]),
    "MatrixWire": .only(["ChatDomain", "DraftEngine", "FormattedText", "JSON"]),
    // The system's own for the file of the session.
    "MatrixService": .only([
      "ChatDomain", "DraftEngine", "FileSystem", "HTTPTransport", "JSON", "MatrixCache", "MatrixWire",
      "Glibc",
      "Synchronization",
    ]),
    "Spelling": .only(["FileSystem", "FormattedText"]),
    "CEnchant": .only([]),
    "Enchant": .only(["CEnchant", "Spelling"]),
    "TerminalScreen": .only([]),
    "ChatScreens": .only(["ChatDomain", "DraftEngine", "FormattedText", "TerminalScreen"]),
    "ChatUI": .only([
      "ChatControllers", "ChatDomain", "ChatScreens", "DraftEngine", "Spelling", "TerminalScreen",
    ]),
    // C, without a line of Swift.
    "CNcursesw": .only([]),
    "CTerminalGuard": .only([]),
    "CGetopt": .only([]),
    "CDecoderChild": .only([]),
    // The system's own to read what a child writes, and to end it.
    "PictureDecoder": .only(["CDecoderChild", "FileSystem", "Glibc", "TerminalScreen"]),
    // The system's own for descriptors and signals; Foundation would double the time until the first frame.
    "CursesTerminal": .only(["TerminalScreen", "CNcursesw", "CTerminalGuard", "Dispatch", "Glibc"]),
    "inkwell": .everything,
  ])

  /// What the file imports without being allowed to.
  func violations(in text: SourceText, of target: String, path: String) -> [String] {
    guard case .only(let allowed) = rows[target] else { return [] }
    return text.imports.filter { !allowed.contains($0.module) }.map {
      "\(path):\($0.line): \(target) may not import \($0.module)"
    }
  }

  /// Where the table and the folders under `Sources` differ.
  func disagreements(withFolders folders: Set<String>) -> [String] {
    let targets = Set(rows.keys)
    return folders.subtracting(targets).sorted().map { "Sources/\($0) has no row in the import table" }
      + targets.subtracting(folders).sorted().map {
        "the import table names \($0), which Sources does not hold"
      }
  }

  /// Where the table and the targets of `Package.swift` differ.
  func disagreements(with manifest: PackageManifest) -> [String] {
    let declared = manifest.targets.filter(\.isSource)
    let names = Set(declared.map(\.name))
    let missing = names.symmetricDifference(rows.keys).sorted().map {
      "\($0) stands in only one of Package.swift and the import table"
    }
    return missing
      + declared.flatMap { target -> [String] in
        var found: [String] = []
        if let path = target.path, path != "Sources/\(target.name)" {
          found.append("\(target.name) lives in \(path) and not in Sources/\(target.name)")
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
