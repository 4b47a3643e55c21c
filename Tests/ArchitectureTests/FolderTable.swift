/// The order of each target's folders, from the top down: a folder may use the types of lower folders only.
///
/// A type that is declared at the top level of a file belongs to the folder of that file.
struct FolderTable {
  let rows: [String: [String]]

  /// The targets below `Sources` with ordered folders; "" stands for files outside of any folder.
  static let plan = FolderTable(rows: [
    "Client/ChatControllers": ["Parameters", "Lists", "Channels", "Client", "Drafts"],
    "Client/ChatSync": [
      "Lists", "Feeds", "Engine", "Drafts", "Outbox", "Storing", "Suggestions", "Timeline", "Tasks",
      "Notices",
    ],
    "Client/ChatDomain": [
      "Client", "Store", "Service", "Errors", "Channels", "Drafts", "Messages", "Identity", "Text",
    ],
    "Screens/ChatScreens": [
      "Screen", "Panels", "Composer", "Sidebar", "Timeline", "Status", "Drawing", "Rows", "State", "Text",
    ],
    "Screens/ChatUI": [
      "App", "Input", "Commands", "Plain", "Presenting", "Tour", "Navigation", "Sidebar", "Conversation",
      "Files", "Panels", "Caches", "Services", "Loop", "Ports",
    ],
    "Screens/Composer": [
      "", "Completion", "Attachments", "Spelling", "Vi", "Editing", "Context", "Keys", "Text",
    ],
    "Terminal/CursesTerminal": [
      "Device", "Pictures", "Output", "Input", "Secrets", "Color", "Children", "Traits", "Loop",
    ],
    "Engine/DraftEngine": [
      "History", "Merge", "Diff", "Edits", "Markup", "Triggers", "Document", "Motion", "Text", "Offsets",
    ],
    "Encryption/Ciphers": ["Storage", "Primitives", ""],
    "Encryption/EncryptionMachine": ["", "RoomKeys", "Olm", "Devices", "Requests", "Database"],
    "Encryption/Recovery": ["Setup", "Backup", "SecretStorage", ""],
    "Engine/FormattedText": ["HTML", "Writing", "Shown", "Markdown", "Code", "Tree"],
    "Support/HTTPTransport": ["Curl", "Response", "Request"],
    "Services/InMemoryService": [
      "Demo", "Loading", "Service", "Requests", "State", "Faults", "Time", "Store",
    ],
    "Support/JSON": ["Writing", "Reading"],
    "Storage/LocalStorage": [
      "Store", "Edits", "Recovering", "Profile", "Tables", "Journal", "Database", "Records",
    ],
    "Services/MatrixService": [
      "Service", "Messages", "Encryption", "Channels", "Drafts", "Sync", "Store", "Replica", "Keys",
      "Connection", "Rooms", "Session", "Cache", "Wire",
    ],
    "Services/MatrixService/Wire": ["Answers", "Requests", "Trust", "Events", "Content", "HTML", "Identity"],
    "Terminal/TerminalScreen": [
      "Decoder", "Device", "Picture", "Grid", "Lines", "Text", "Input", "Geometry", "Style",
    ],
    "inkwell": [
      "", "Session", "Backend", "Account", "Configuration", "Options", "Exporting", "Sending", "KeyDump",
      "Log", "Files", "Programs", "Profiles", "System", "Text",
    ],
  ])

  struct File {
    let path: String
    let folder: String
    let words: SwiftWords

    /// - Parameters:
    ///   - path: `Sources/Group/Target/Folder/…/File.swift`.
    ///   - place: the path of the target.
    init(path: String, below place: String, code: String) {
      self.path = path
      let parts = path.dropFirst(place.count).split(separator: "/")
      folder = parts.count > 1 ? String(parts[0]) : ""
      words = SwiftWords(in: code)
    }
  }

  /// The uses of higher folders, and the folders that are not in the table.
  func violations(of target: String, in files: [File]) -> [String] {
    guard let order = rows[target] else { return [] }
    let ranks = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1, $0) })
    var owners: [String: Set<String>] = [:]
    for file in files { for name in file.words.declared { owners[name, default: []].insert(file.folder) } }
    var found = Set(files.map(\.folder)).subtracting(order).sorted().map {
      "\(target)/\($0) has no place in the order"
    }
    found += Set(order).subtracting(files.map(\.folder)).sorted().map { "\(target)/\($0) is no folder" }
    for file in files {
      guard let rank = ranks[file.folder] else { continue }
      for name in file.words.used.sorted() {
        guard let owner = owners[name], owner.count == 1, let other = owner.first, let place = ranks[other],
          place < rank
        else { continue }
        found.append("\(file.path): \(file.folder) may not use \(name) of \(other)")
      }
    }
    return found
  }
}

/// The capitalised names in a Swift file.
struct SwiftWords {
  /// The types declared at the top level.
  private(set) var declared: Set<String> = []
  private(set) var used: Set<String> = []

  private static let keywords: Set<String> = ["struct", "class", "enum", "actor", "protocol", "typealias"]

  /// - Parameter code: the source without comments and string literals.
  init(in code: String) {
    for line in code.utf8.split(separator: UInt8(ascii: "\n")) {
      var before = ""
      let isOutermost = line.first != UInt8(ascii: " ")
      for word in line.split(whereSeparator: { !Self.isPartOfWord($0) }) {
        let name = String(decoding: word, as: UTF8.self)
        if let first = word.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) {
          if isOutermost, Self.keywords.contains(before) { declared.insert(name) } else { used.insert(name) }
        }
        before = name
      }
    }
  }

  private static func isPartOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 128...:
      true
    default: false
    }
  }
}
