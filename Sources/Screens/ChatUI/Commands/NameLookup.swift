import ChatControllers
import ChatDomain
import Composer

/// Finds users and channels by typed names. An ambiguous name is an error, so that the wrong person is not invited.
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
    for id in plain == name ? [plain] : [plain, name] {
      if let known = try await known(UserID(id)) { return known }
    }
    let users = try await client.users(matching: plain, in: .everywhere, limit: Self.limit)
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

  /// The channel with this ID, or the only one whose name matches.
  func channel(_ name: String) async throws -> ChannelID {
    let plain = name.withoutSign("#")
    let channels = try await client.channels(matching: plain, limit: Self.limit)
    if let channel = channels.first(where: { $0.id.rawValue == plain }) { return channel.id }
    let named = channels.filter { $0.displayName == plain }
    let meant = named.isEmpty ? channels : named
    guard let channel = meant.first else { throw ChatError.refused(.notFound("channel \(plain)")) }
    guard meant.count == 1 else { throw Ambiguity(word: plain, ids: meant.map { "#\($0.id)" }) }
    return channel.id
  }

  /// So many that another match with the same name is among them.
  private static let limit = 50
}

/// A word that matches several items, and therefore selects none.
nonisolated private struct Ambiguity: Error, CustomStringConvertible {
  let word: String
  let ids: [String]

  var description: String { "\(word) matches \(ids.joined(separator: ", "))" }
}
