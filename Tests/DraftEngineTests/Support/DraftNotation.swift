import DraftEngine

/// A draft as a test writes it down: text, mentions as links, and perhaps a caret.
///
/// `"hi [@ann](user:ann)| x"` is the text `hi @ann x` with a mention of the user `ann` over `@ann` and the caret
/// right behind it. Targets are `user:`, `channel:` and `url:`; a backslash takes the scalar behind it as it is.
/// The notation is read scalar by scalar, so a combining mark may stand right behind a bracket.
struct DraftNotation: Sendable {
  /// The text and the mentions.
  let document: DraftDocument
  /// The Character the caret stands before.
  let caret: Int?

  init(_ document: DraftDocument, caret: Int? = nil) {
    self.document = document
    self.caret = caret
  }

  /// Reads a notation; one that no draft can look like is an error of the test.
  init(_ notation: String) throws(NotationError) {
    var reader = NotationReader(notation)
    let elements = try reader.elements()
    do throws(DraftError) {
      document = try DraftDocument(exactly: elements)
    } catch {
      throw .sharedCharacter(notation)
    }
    guard let offset = reader.caret else {
      caret = nil
      return
    }
    let text = document.text
    guard let index = text.utf8.index(text.startIndex, offsetBy: offset).samePosition(in: text) else {
      throw .caretInCharacter(notation)
    }
    caret = text.distance(from: text.startIndex, to: index)
  }

  /// The caret, for edits that happen there.
  func requiredCaret() throws(NotationError) -> Int {
    guard let caret else { throw .noCaret(description) }
    return caret
  }
}

/// What is wrong with a notation.
enum NotationError: Error, Hashable {
  case unfinished(String)
  case unknownTarget(String)
  case emptyMention(String)
  case twoCarets(String)
  case noCaret(String)
  /// The caret would be inside a Character.
  case caretInCharacter(String)
  /// A mention would begin or end inside a Character.
  case sharedCharacter(String)
}

extension DraftNotation: CustomStringConvertible {
  var description: String {
    var written = String.UnicodeScalarView()
    var left = caret.map { document.text.prefix($0).utf8.count }
    for element in document.elements {
      if element.target != nil {
        Self.write(caretIn: &left, before: 0, to: &written)
        written.append("[")
      }
      for scalar in element.text.unicodeScalars {
        Self.write(caretIn: &left, before: scalar.utf8.count, to: &written)
        if "\\[]|".unicodeScalars.contains(scalar) { written.append("\\") }
        written.append(scalar)
      }
      if let target = element.target {
        written.append(contentsOf: "](\(target.kindInNotation):".unicodeScalars)
        for scalar in target.idInNotation.unicodeScalars {
          if "\\)".unicodeScalars.contains(scalar) { written.append("\\") }
          written.append(scalar)
        }
        written.append(")")
      }
    }
    Self.write(caretIn: &left, before: 0, to: &written)
    return String(written)
  }

  /// Writes the caret once there are no bytes left before it.
  private static func write(
    caretIn left: inout Int?, before length: Int, to written: inout String.UnicodeScalarView
  ) {
    guard let bytes = left else { return }
    if bytes == 0 { written.append("|") }
    left = bytes == 0 ? nil : bytes - length
  }
}

extension MentionTarget {
  var kindInNotation: String {
    switch self {
    case .user: "user"
    case .channel: "channel"
    case .url: "url"
    }
  }

  var idInNotation: String {
    switch self {
    case .user(let id), .channel(let id), .url(let id): id
    }
  }

  init(notation: String) throws(NotationError) {
    let parts = notation.unicodeScalars.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard let kind = parts.first, let id = parts.dropFirst().first else { throw .unknownTarget(notation) }
    switch String(kind) {
    case "user": self = .user(userId: String(id))
    case "channel": self = .channel(channelId: String(id))
    case "url": self = .url(url: String(id))
    default: throw .unknownTarget(notation)
    }
  }
}
