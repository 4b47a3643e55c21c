package import ChatDomain

/// Moves each conversation that was begun without a channel to its channel once that exists, whether it was created by the
/// outbox for the first message, by another device, or by the other user.
///
/// Makes no requests while there is no such conversation.
package final class ProspectFollower {
  private let tools: SyncTools
  private let outbox: Outbox
  private let drafts: DraftKeeper
  /// The conversations opened in this run, including those in which nothing was written.
  private var watched: Set<ChannelID> = []
  private let looking = CoalescingTask()
  private var subscription: Subscription?

  init(_ tools: SyncTools, outbox: Outbox, drafts: DraftKeeper) {
    self.tools = tools
    self.outbox = outbox
    self.drafts = drafts
    subscription = tools.board.subscribe { [weak self] in self?.handle($0) }
    outbox.worker.whenMade = { [weak self] in self?.settle($0, in: $1) }
  }

  private var prospects: Prospects { outbox.prospects }

  /// Looks for the channel of a conversation from now on.
  package func watch(_ prospect: ChannelID) {
    watched.insert(prospect)
    look()
  }

  /// Moves everything that was written in a conversation into its channel, in one batch of the store.
  private func settle(_ prospect: ChannelID, in channel: ChannelID) {
    watched.remove(prospect)
    // Replies to these may be written before they are sent.
    let pendingParents = outbox.queue.entries(in: prospect).map { MessageID($0.transactionId.rawValue) }
    prospects.settle(prospect, in: channel)
    let changes = outbox.move(from: prospect, to: channel)
    drafts.references.settle(prospect, in: channel)
    if tools.configuration.isDraftMessagesEnabled {
      for parent in [nil] + pendingParents.map(Optional.some) {
        let old = DraftKey(channelId: prospect, parentId: parent)
        drafts.saver.moveHistory(from: old, to: old.moved(to: channel))
        tools.writer.add([.moveHistory(from: old, to: old.moved(to: channel))])
      }
    }
    tools.writer.add(changes)
    drafts.saver.scheduleSave()
    tools.board.post(.prospect(ProspectChange(prospect: prospect, outcome: .made(channel))))
    outbox.resume(in: channel, after: prospect)
  }

  private func handle(_ notice: ClientNotice) {
    switch notice {
    case .connection(.online), .takenOver: look()
    case .event(.memberJoined(let membership)) where membership.user.id == tools.service.currentUser.id:
      look()
    case .event(.channelUpdated(let channel)) where channel.type == .direct: look()
    case .event(.memberLeft(let channel, let user)) where user == tools.service.currentUser.id:
      prospects.forget(channel)
    default: break
    }
  }

  /// The prospects that were opened in this run, or that have a draft or outbox entries.
  private var active: Set<ChannelID> {
    let registry = drafts.registry
    let written = registry.keys.filter {
      $0.channelId.isProspect && registry.kept($0)?.isForgettable == false
    }
    return watched.union(written.map(\.channelId)).union(outbox.queue.channels.filter(\.isProspect))
  }

  private func look() {
    guard !active.isEmpty else { return }
    looking.run { [weak self] in await self?.lookForAll() }
  }

  private func lookForAll() async {
    for prospect in active.sorted() {
      // The client may be gone by now.
      guard let partner = prospect.prospectivePartner, !outbox.entries.isClosed else { continue }
      let known = prospects.resolved(prospect)
      if known != prospect {
        // Another session has written under the prospect's id again.
        settle(prospect, in: known)
        continue
      }
      await nameIfUnknown(partner)
      do throws(ChatError) {
        let channel = try await tools.service.knownDirectChannel(with: partner)
        // The outbox may have been faster.
        guard let channel, !outbox.entries.isClosed, prospects.resolved(prospect) == prospect else {
          continue
        }
        settle(prospect, in: channel.id)
      } catch {
        // The channel is looked up again with the next connection; until then the conversation goes on without one.
        continue
      }
    }
  }

  private func nameIfUnknown(_ partner: UserID) async {
    guard !prospects.knows(partner) else { return }
    do throws(ChatError) {
      prospects.name(try await tools.service.user(partner))
    } catch {
      // The user's id is shown. If there is no such user, the service refuses to create the channel for the first message.
      return
    }
  }
}
