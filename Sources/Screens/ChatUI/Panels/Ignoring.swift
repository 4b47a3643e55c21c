import ChatControllers
import ChatDomain

/// Starts and stops ignoring people, and reports the result.
struct Ignoring {
  let services: AppContext

  func set(_ isIgnored: Bool, _ user: User) {
    guard services.checkAbilities([.ignoresPeople]) else { return }
    services.attempt {
      try await services.client.setIgnored(isIgnored, user.id)
      let list = "/\(SlashCommand.ignore.name)"
      services.say(
        Notice(
          isIgnored
            ? "Ignored: \(user.displayName); \(list) lists whom you ignore, and ends it"
            : "No longer ignored: \(user.displayName)", .good))
    }
  }
}
