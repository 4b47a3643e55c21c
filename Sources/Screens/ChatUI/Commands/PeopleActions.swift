import ChatControllers
import ChatDomain

/// Ignores people by their names, and shows whom the user ignores.
final class PeopleActions {
  private let services: any AppServices

  init(services: any AppServices) { self.services = services }

  /// - Parameter name: of the person to ignore from now on; empty: shows all who are ignored.
  func ignore(_ name: String) {
    guard !name.isEmpty else { return services.show(IgnoredPanel(services: services)) }
    services.attempt { [services] in
      let lookup = NameLookup(client: services.client)
      let person = try await lookup.person(name)
      guard person.id != services.client.currentUser.id else {
        return services.refuse(Notice("That is you", .warning))
      }
      Ignoring(services: services).set(true, person)
    }
  }
}
