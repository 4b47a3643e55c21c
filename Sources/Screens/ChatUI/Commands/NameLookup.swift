import ChatControllers
import ChatDomain
import Composer

/// Finds users and channels by typed names. An ambiguous name of a user is an error, so that nobody is invited by mistake.
struct NameLookup {
  let client: ChatClient

  func people(_ names: [String]) async throws -> [User] {
    var found: [User] = []
    for name in names { found.append(try await person(name)) }
    return found
  }

  /// The user with this ID, or the only one whose name matches.
  func person(_ name: String) async throws -> User {
    let plain = name.withoutSign("@")
    // On some services the `@` is part of the ID.
    for id in Set([plain, name]).sorted(by: >) {
      if let known = try await known(UserID(id)) { return known }
    }
    let users = try await client.users(matching: plain, in: .everywhere, limit: 10)
    let named = users.filter { $0.displayName == plain }
    guard let user = (named.isEmpty ? users : named).first else {
      throw ChatError.refused(.notFound("person \(plain)"))
    }
    guard named.count == 1 || users.count == 1 else {
      throw Ambiguity(word: plain, ids: users.map(\.id.handle))
    }
    return user
  }

  /// The ID of the user with this name or ID. Without a connection, a partner of a known conversation is found by name, and a
  /// complete ID is taken as it is: sending fails if no such user exists.
  ///
  /// - Parameter rows: the conversations that this device knows.
  func personOrId(_ name: String, among rows: [ChannelListRow]) async throws -> UserID {
    do {
      return try await person(name).id
    } catch let error as ChatError where error.canSucceedLater {
      let plain = name.withoutSign("@")
      let partners = rows.compactMap(\.summary.partner)
      let meant = partners.filter { [$0.id.rawValue, $0.displayName].contains { $0 == name || $0 == plain } }
      if let first = meant.first, meant.allSatisfy({ $0.id == first.id }) { return first.id }
      guard name.hasPrefix("@"), name.contains(":") else { throw error }
      return UserID(name)
    }
  }

  private func known(_ id: UserID) async throws(ChatError) -> User? {
    do throws(ChatError) {
      return try await client.user(id)
    } catch {
      if case .refused(.notFound) = error { return nil }
      throw error
    }
  }

  func channel(_ name: String) async throws -> ChannelID {
    let plain = name.withoutSign("#")
    let channels = try await client.channels(matching: plain, limit: 10)
    let exact = channels.filter { $0.id.rawValue == plain } + channels.filter { $0.displayName == plain }
    guard let channel = exact.first ?? channels.first else {
      throw ChatError.refused(.notFound("channel \(plain)"))
    }
    guard !exact.isEmpty || channels.count == 1 else {
      throw Ambiguity(word: plain, ids: channels.map { "#\($0.id)" })
    }
    return channel.id
  }
}

/// The name and the members of a channel to create: `Engine room`, `Engine room @ana @ben`, `Engine room -- ana`, `"Engine
/// room" ana`.
nonisolated struct CreateLine: Hashable, Sendable {
  let name: String
  let people: [String]
  let isEncrypted: Bool

  init(_ argument: String) {
    let option = argument.words.first == Self.encryption
    isEncrypted = option
    let argument =
      option
      ? String(
        argument.drop(while: \.isWhitespace).dropFirst(Self.encryption.count).drop(while: \.isWhitespace))
      : argument
    let words = argument.words
    let isQuoted = argument.hasPrefix("\"")
    let quoted = argument.dropFirst().prefix { $0 != "\"" }
    if isQuoted, argument.dropFirst(1 + quoted.count).first == "\"" {
      name = Self.name(String(quoted).words)
      people = String(argument.dropFirst(2 + quoted.count)).words.filter { $0 != Self.separator }
    } else {
      let end = words.firstIndex { $0 == Self.separator || $0.hasPrefix("@") } ?? words.endIndex
      name = Self.name(words[..<end])
      people = words[end...].filter { $0 != Self.separator }
    }
  }

  private static let separator = "--"
  /// The option in front of the name.
  private static let encryption = "--encrypted"

  /// The words as a name, separated by single spaces.
  private static func name(_ words: some Sequence<String>) -> String {
    let name = words.joined(separator: " ")
    return name.withoutSign("#")
  }

  /// The requested ID, which has no spaces.
  var id: ChannelID { ChannelID(name.words.joined(separator: "-")) }
}

nonisolated extension String {
  /// The words separated by whitespace.
  var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}

/// A word that matches several items, and therefore selects none.
nonisolated private struct Ambiguity: Error, CustomStringConvertible {
  let word: String
  let ids: [String]

  var description: String { "\(word) matches \(ids.joined(separator: ", "))" }
}
