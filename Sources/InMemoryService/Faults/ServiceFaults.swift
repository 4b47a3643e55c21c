public import ChatDomain

/// What goes wrong between a device and the service. Probabilities lie between 0 and 1.
public struct ServiceFaults: Hashable, Sendable {
  /// How long a request is under way.
  public var latency: ClosedRange<Duration> = .zero ... .zero
  /// Requests fail, and event streams break off.
  public var isOffline = false
  /// What the service will not do for this device.
  public var refusals: [RefusedRequest] = []
  /// Requests do not arrive, which looks like an answer that is lost.
  public var requestLoss: Double = 0
  /// Requests are carried out and their answers do not arrive.
  public var answerLoss: Double = 0
  /// Events come a second time.
  public var eventDuplication: Double = 0
  /// Events come after some that are younger than they are.
  public var eventDelay: Double = 0
  /// How many younger events one may come after.
  public var delayWindow = 3
  /// A stream breaks off before an event.
  public var streamBreak: Double = 0
  /// How long each piece of an upload takes, beside the latency.
  public var uploadDelay: ClosedRange<Duration> = .zero ... .zero
  /// The connection breaks off in a piece of an upload, of which half arrives.
  public var uploadFailure: Double = 0

  public init() {}

  /// Everything works.
  public static let none = ServiceFaults()

  /// There is no connection.
  public static var offline: ServiceFaults {
    var faults = ServiceFaults()
    faults.isOffline = true
    return faults
  }

  /// A bad line, on which all still works when it is tried again.
  public static var unsteady: ServiceFaults {
    var faults = ServiceFaults()
    faults.requestLoss = 0.1
    faults.answerLoss = 0.1
    faults.eventDuplication = 0.1
    faults.eventDelay = 0.1
    faults.streamBreak = 0.02
    faults.uploadFailure = 0.2
    return faults
  }
}

/// Requests that are refused, and with which words.
public struct RefusedRequest: Hashable, Sendable {
  public var requests: Set<ServiceRequest>
  /// Only in this channel; nil: everywhere.
  public var channel: ChannelID?
  public var refusal: ChatError.Refusal

  public init(
    _ requests: Set<ServiceRequest>, in channel: ChannelID? = nil, _ refusal: ChatError.Refusal
  ) {
    self.requests = requests
    self.channel = channel
    self.refusal = refusal
  }

  func matches(_ request: ServiceRequest, in channel: ChannelID?) -> Bool {
    requests.contains(request) && (self.channel == nil || self.channel == channel)
  }
}

/// The kinds of requests, one for each of the contract's functions.
public enum ServiceRequest: String, Hashable, Sendable, CaseIterable {
  case user, findUsers, presence
  case channel, channels, findChannels, createChannel, directChannel, join, leave, updateChannel, addMembers
  case members, setTyping, markRead, markThreadRead
  case message, messages, search, pinnedMessages, threads
  case send, edit, delete, pin, unpin, setReaction, sendMention
  case beginUpload, upload, finishUpload, download
  case saveDraft, deleteDraft, draft, drafts
  case eventToken, events
}
