import Composer

/// What the last line says about channels, spaces and people.
nonisolated extension Notice {
  // MARK: Going to a place

  static let noChannelOpen = Notice("No channel is open", .warning)
  static let createdWhenSent = Notice("The conversation is created when you send")
  static let noUnread = Notice("No unread messages", .good)
  static func noRoomForChannels(listedBy key: String) -> Notice {
    Notice("No room for the channel list; \(key) lists channels", .warning)
  }

  static let noPreviousChannel = Notice("No previous channel")
  static func noChannel(_ number: Int) -> Notice { Notice("There is no channel \(number)", .warning) }

  static func noChannel(named name: String) -> Notice {
    Notice("You have no channel named \(name); /\(SlashCommand.join.name) joins one", .warning)
  }

  static func noChannelToJoin(named name: String, listedBy key: String) -> Notice {
    Notice("No channel named “\(name)”; \(key) lists channels to join", .warning)
  }

  static func arrived(in channel: String) -> Notice {
    Notice("You joined \(channel); /\(SlashCommand.go.name) goes there")
  }

  static func arrived(inSpace space: String) -> Notice {
    Notice("You joined the space \(space); /\(SlashCommand.join.name) \(space) opens it")
  }

  static let noSuccessor = Notice("No channel has replaced this one")

  // MARK: Leaving

  static func left(_ channel: String) -> Notice {
    Notice("You left \(channel); /\(SlashCommand.forget.name) also erases it from this device")
  }

  static func forgotten(_ channel: String) -> Notice { Notice("\(channel) erased from this device", .good) }

  static let leftNoChannel = Notice(
    "You have not left any channel; /\(SlashCommand.leave.name) leaves one first")

  static func leftNoChannel(named name: String) -> Notice {
    Notice(
      "You have not left a channel named \(name); /\(SlashCommand.leave.name) leaves one first", .warning)
  }

  static func leftSeveral(_ count: Int, ids: String) -> Notice {
    Notice(
      "\(count) channels that you left have this name: \(ids); /\(SlashCommand.forget.name) ID erases one",
      .warning)
  }

  // MARK: The settings of a channel

  static func noTopic(in channel: String) -> Notice { Notice("\(channel) has no topic") }

  static func noTopicYet(in channel: String) -> Notice {
    Notice("\(channel) has no topic; /\(SlashCommand.topic.name) TEXT sets one")
  }

  /// - Parameter clearing: the argument that removes a topic.
  static func topic(of channel: String, _ topic: String, removedBy clearing: String) -> Notice {
    Notice("Topic of \(channel): \(topic) · /\(SlashCommand.topic.name) \(clearing) removes it")
  }

  static func favourite(_ channel: String) -> Notice { Notice("Favourite, listed first: \(channel)", .good) }
  static func noFavourite(_ channel: String) -> Notice { Notice("No longer a favourite: \(channel)", .good) }

  static func markedUnread(_ channel: String) -> Notice {
    Notice("\(channel) marked as unread", .good)
  }

  static func notifiesAlways(in channel: String) -> Notice {
    Notice("\(channel): notify on every message", .good)
  }

  static func notifiesOnMentions(in channel: String) -> Notice {
    Notice("\(channel): notify on mentions only", .good)
  }

  static func muted(_ channel: String) -> Notice { Notice("\(channel) muted: no notifications", .good) }

  /// The current setting, and the others that can be chosen.
  func changed(by others: String) -> Notice {
    Notice("\(text); /\(SlashCommand.notify.name) \(others) changes it")
  }

  static let useNotify = Notice("Use /\(SlashCommand.notify.name) all, mentions or nothing")

  // MARK: Spaces

  static let noSpaces = Notice("You are in no spaces")
  static let noChannelInSpace = Notice("None of your channels is in a space")

  static func noSpace(named name: String, among names: String) -> Notice {
    Notice("No space named \(name); yours are \(names)", .warning)
  }

  static let allListed = Notice("All channels are listed")

  static func onlyListed(_ space: String, switchedBy key: String) -> Notice {
    Notice("Only channels in \(space) are listed; \(key) switches")
  }

  // MARK: People

  static let thatIsYou = Notice("That is you")

  static func noOneInvited(lookingUp names: String) -> Notice {
    Notice("No one was invited: you kept typing while Inkwell looked up \(names)", .warning)
  }

  static func found(_ person: String) -> Notice {
    Notice("Found \(person); /\(SlashCommand.dm.name) \(person) opens the conversation")
  }

  /// The text of a command was written into the composer of the conversation that it opened.
  static func textWaits(for person: String, sentBy key: String) -> Notice {
    Notice("Your text to \(person) is not sent yet; \(key) sends it")
  }

  static func textIsDraft(to person: String) -> Notice {
    Notice("Your text to \(person) is a draft; /\(SlashCommand.go.name) goes there")
  }

  static func ignored(_ person: String) -> Notice {
    Notice("Ignored: \(person); /\(SlashCommand.ignore.name) lists whom you ignore", .good)
  }

  static func noLongerIgnored(_ person: String) -> Notice { Notice("No longer ignored: \(person)", .good) }
  static func stopsIgnoring(_ key: String) -> Notice { Notice("\(key) stops ignoring this person") }

  // MARK: Invitations

  /// - Parameter invitation: "Invited to #Book club by Ben Okafor".
  static func invited(_ invitation: String) -> Notice {
    Notice("\(invitation); /\(SlashCommand.invitations.name) accepts or declines")
  }

  static func invitationsWaiting(_ count: Int) -> Notice {
    Notice("\(count) invitations are waiting; /\(SlashCommand.invitations.name) lists them")
  }

  static func declined(_ what: String) -> Notice { Notice("Declined: \(what)", .good) }
  static func acceptsInvitation(_ key: String) -> Notice { Notice("\(key) accepts an invitation") }

  // MARK: Requests to join

  static func asked(toJoin channel: String) -> Notice {
    Notice("Asked to join \(channel); /\(SlashCommand.invitations.name) cancels the request", .good)
  }

  static let askedAlready = Notice(
    "You already asked to join; /\(SlashCommand.invitations.name) cancels the request")

  static func notAnsweredYet(cancelledBy key: String) -> Notice {
    Notice("Your request has no answer yet; \(key) cancels it")
  }

  static func requestCancelled(_ channel: String) -> Notice {
    Notice("Request to join \(channel) cancelled", .good)
  }

  static func requestClosed(_ channel: String) -> Notice {
    Notice("Your request to join \(channel) is no longer open")
  }

  /// - Parameter request: "Ben Okafor asks to join #Book club".
  static func asksToJoin(_ request: String) -> Notice {
    Notice("\(request); /\(SlashCommand.invitations.name) accepts or declines")
  }

  static func askToJoin(_ count: Int) -> Notice {
    Notice("\(count) people ask to join; /\(SlashCommand.invitations.name) lists them")
  }

  static func letIn(_ person: String) -> Notice { Notice("Accepted: \(person)", .good) }
  static func invitedInstead(_ person: String) -> Notice { Notice("Invited: \(person)", .good) }
}
