import ChatDomain
import DraftEngine
import Testing

@testable import InMemoryService

@Suite("The talk of the demo")
struct DemoTalkTests {
  private static let you = User(id: "you", name: "Robin Vale")

  /// What is said in an hour of the demo while the user writes a text a minute.
  ///
  /// - Parameters:
  ///   - hour: the local hour at which it begins, in UTC.
  ///   - write: the channel and the text of each minute; nil: the user writes nothing.
  private func hour(
    seed: UInt64, at hour: Int = 10, pace: PeerPace = .lively,
    _ write: (_ minute: Int) -> (channel: ChannelID, text: String)?
  ) async throws -> [Message] {
    let start = Timestamp(seconds: 1_700_006_400 + 3600 * Int64(hour))
    let clock = ManualClock(now: start)
    let service = InMemoryChatService(clock: clock, seed: seed)
    try await DemoFixtures(user: Self.you, seed: seed).load(into: service)
    let device = await service.device(user: Self.you.id, id: "terminal")
    let peers = ScriptedPeers(service: service, user: Self.you, pace: pace, seed: seed)
    let playing = Task { await peers.run() }
    while await service.streamCount < 1 { await Task.yield() }
    // The first exchange of the plot has to be planned before the clock moves on.
    if pace.pauses != nil { await clock.waitForSleepers() }
    for minute in 0..<60 {
      if let (channel, text) = write(minute) {
        let id = TransactionID("minute \(minute)")
        _ = try await device.send(NewMessage(transactionId: id, channelId: channel, markup: text))
        // The people decide before the clock moves on.
        while clock.sleeperCount < (pace.pauses == nil ? 1 : 2) { await Task.yield() }
      }
      let end = start + .seconds(60 * (minute + 1))
      while let next = clock.nextDeadline, next < end {
        clock.advance(to: next)
        if pace.pauses != nil {
          await clock.waitForSleepers()
        } else {
          for _ in 0..<99 { await Task.yield() }
        }
      }
      clock.advance(to: end)
    }
    let said = await service.perform { state in
      state.rooms.flatMap { $0.history.log + $0.history.replies }.filter { $0.createdAt >= start }
    }
    playing.cancel()
    await playing.value
    return said.sorted { $0.token < $1.token }
  }

  private static let remarks: [String] = [
    "Hi everybody", "How are you?", "Thanks!", "I take the installer", "Where are the notes?",
    "Who has the key?",
    "Why is it red?", "It works now", "The login is broken", "Can you have a look?", "Is it done?", "ok",
    "haha",
    "When is the release?", "How does search work?", "What is new?", "Sorry, I was away", "Nice!", "No",
    "Bye for now",
  ]

  @Test("No line is said twice within an hour", arguments: [1, 2, 3, 4] as [UInt64])
  func once(seed: UInt64) async throws {
    let channels: [ChannelID] = ["general", "release", "direct:alex", "help", DemoScript.japanese, "design"]
    let said = try await hour(seed: seed, at: Int(seed) * 5) { minute in
      (channels[minute % channels.count], Self.remarks[minute % Self.remarks.count])
    }
    let texts = said.filter { $0.author.id != Self.you.id }.map(\.text)
    #expect(texts.count > 100)
    #expect(Set(texts.filter { text in texts.count { $0 == text } > 1 }) == [])
  }

  @Test(
    "One person who is asked the same every minute does not repeat a line",
    arguments: ["Thanks", "Why?", "Hm"])
  func same(text: String) async throws {
    let said = try await hour(seed: 7, pace: PeerPace(pauses: nil)) { _ in ("direct:mina", text) }
    let texts = said.filter { $0.author.id == "mina" }.map(\.text)
    #expect(texts.count > 5 && Set(texts).count == texts.count, "\(texts)")
  }

  @Test("Every line is written once in the tables")
  func tables() {
    var lines = DemoPlot.arcs.joined().flatMap(\.lines).filter { $0.form != .reaction }.map(\.text)
    lines += DemoAnswers.additions + DemoAnswers.mine + DemoAnswers.theirs
    for table in [DemoAnswers.shared, DemoAnswers.japanese] + DemoVoices.all.values
      + DemoSubject.all.map(\.facts)
    {
      lines += table.values.joined()
    }
    lines += DemoSmallTalk.channels.flatMap(\.talk).flatMap { [$0.remark, $0.answer] }
    #expect(lines.filter { line in lines.count { $0.lowercased() == line.lowercased() } > 1 } == [])
  }

  // MARK: Answers

  private func message(
    _ text: String, in channel: ChannelID = "general", files: [String] = [], mentioning person: User? = nil,
    under parent: MessageID? = nil
  ) -> Message {
    var elements: [MessageElement] = [.plainText(text: text)]
    if let person {
      elements.insert(.link(text: person.displayName, target: .user(userId: person.id.rawValue)), at: 0)
    }
    return Message(
      id: "m1", channelId: channel, parentId: parent, author: Self.you, elements: elements,
      files: files.map { FileAttachment(id: "f", name: "f", mimeType: $0, size: 1) },
      createdAt: Timestamp(seconds: 1_700_000_000))
  }

  private func lines(_ acts: [PeerAct]) -> [(person: UserID, text: String)] {
    acts.compactMap { act in
      if case .say(let text) = act.deed { (act.person, text) } else { nil }
    }
  }

  private static let samples: [(MessageKind, String, [String])] = [
    (.greeting, "Hello", []), (.wellbeing, "Hi, how are you?", []), (.fine, "I'm fine", []),
    (.availability, "Are you there?", []), (.request, "Could you help me?", []),
    (.invitation, "Shall we go?", []),
    (.who, "Who is that?", []), (.when, "When is that?", []), (.where, "Where is that?", []),
    (.what, "What is that?", []), (.how, "How is that?", []), (.why, "Why is that?", []),
    (.yesNo, "Is that so?", []),
    (.thanks, "Thanks", []), (.apology, "Sorry", []), (.goodbye, "Bye", []), (.picture, "", ["image/png"]),
    (.file, "", ["text/plain"]), (.mention, "", []), (.trouble, "It's broken", []),
    (.goodNews, "It's done", []),
    (.praise, "Nice", []), (.agreement, "Yes", []), (.refusal, "No", []), (.laughter, "haha", []),
    (.statement, "I was at the window", []),
  ]

  @Test("Every kind of message gets an answer of its kind, from everybody")
  func kinds() throws {
    #expect(Set(Self.samples.map(\.0)) == Set(MessageKind.allCases))
    for (kind, text, files) in Self.samples {
      for (number, person) in DemoPeople.all.enumerated() {
        var director = PeerDirector(pace: .lively, seed: UInt64(number))
        let ask = message(text, files: files, mentioning: person)
        let members = DemoPeople.all.map(\.id)
        let said = lines(director.answers(to: ask, in: PeerDirector.Scene(members: members, isDirect: false)))
        let fitting =
          (DemoVoices.all[person.id]?[kind] ?? []) + (DemoAnswers.shared[kind] ?? [])
          + (DemoSubject.of("general")?.facts[kind] ?? []).map { "You mean $topic? \($0)" }
        #expect(said.map(\.person) == [person.id])
        #expect(said.allSatisfy { fitting.contains($0.text) }, "\(kind): \(said)")
        #expect(fitting.count >= 5, "\(person.id) has too little to say to \(kind)")
      }
      var director = PeerDirector(pace: .lively, seed: 1)
      let ask = message(text, in: DemoScript.japanese, files: files)
      let said = lines(
        director.answers(to: ask, in: PeerDirector.Scene(members: ["dawen", "sakura"], isDirect: false)))
      #expect(DemoAnswers.japanese[kind]?.contains(try #require(said.first).text) == true)
    }
  }

  @Test("A question about a subject is answered with what is known about it")
  func facts() throws {
    for subject in DemoSubject.all {
      for (word, kind) in [("Where", MessageKind.where), ("Why", .why), ("When", .when), ("Who", .who)] {
        var director = PeerDirector(pace: .lively, seed: 3)
        let name = try #require(subject.words.sorted().first)
        let scene = PeerDirector.Scene(members: ["olga", subject.owner], isDirect: false, speakers: ["olga"])
        let said = lines(director.answers(to: message("\(word) is \(name)?"), in: scene))
        #expect(said.first?.person == "olga")
        let known = subject.facts[kind] ?? DemoAnswers.theirs
        #expect(known.contains(try #require(said.first).text), "\(name): \(said)")
      }
    }
  }

  @Test("The person who is addressed answers, else the last one who spoke")
  func speakers() {
    let members = DemoPeople.all.map(\.id)
    func first(_ message: Message, _ speakers: [UserID] = ["zoe", "ben"]) -> UserID? {
      var director = PeerDirector(pace: .lively, seed: 5)
      let scene = PeerDirector.Scene(members: members, isDirect: false, speakers: speakers)
      return lines(director.answers(to: message, in: scene)).first?.person
    }
    #expect(first(message("Hi, how are you?", mentioning: DemoPeople.all[2])) == "alex")
    #expect(first(message("Hi Olga, how are you?")) == "olga")
    #expect(first(message("How are you?")) == "zoe")
    #expect(first(message("Is the build green?"), []) == "dawen")
    var reply = message("Which one do you mean?")
    reply.quoted = QuotedMessage(id: "q", channelId: "general", author: DemoPeople.all[11], elements: [])
    #expect(first(reply) == "priya")
  }

  @Test("A message gets one answer, seldom two, and where it was written")
  func few() {
    var director = PeerDirector(pace: .lively, seed: 11)
    let scene = PeerDirector.Scene(members: DemoPeople.all.map(\.id), isDirect: false, speakers: ["ana"])
    var counts: [Int: Int] = [:]
    for number in 0..<40 {
      let ask = message(
        Self.remarks[number % Self.remarks.count], under: number.isMultiple(of: 2) ? nil : "p")
      let acts = director.answers(to: ask, in: scene)
      counts[lines(acts).count, default: 0] += 1
      for act in acts {
        if case .say = act.deed { #expect(act.parent == ask.parentId) }
      }
    }
    #expect(counts.keys.allSatisfy { (1...2).contains($0) } && counts[2, default: 0] < 8, "\(counts)")
    let direct = PeerDirector.Scene(members: ["alex"], isDirect: true)
    #expect(
      lines(director.answers(to: message("Hi Ben, how are you?", in: "direct:alex"), in: direct)).map(
        \.person) == ["alex"])
  }

  // MARK: Plot

  @Test("A quiet channel stays quiet for an hour, and people who only answer say nothing unasked")
  func quiet() async throws {
    let said = try await hour(seed: 2) { _ in nil }
    let places = Set(said.map(\.channelId))
    #expect(said.count > 40)
    #expect(places.isSubset(of: ["general", "release", "design", "offtopic", "direct:alex", "direct:mina"]))
    #expect(said.allSatisfy { !$0.isReply || places.contains($0.channelId) })
    #expect(try await hour(seed: 2, pace: PeerPace(pauses: nil)) { _ in nil }.isEmpty)
  }

  @Test("The plot has sixty exchanges, each by members of the channel, and names the user only in a mention")
  func plot() throws {
    let exchanges = Array(DemoPlot.arcs.joined())
    #expect((55...70).contains(exchanges.count), "\(exchanges.count)")
    for exchange in exchanges {
      let members =
        DemoScript.channels.first { $0.id == exchange.channel }?.members
        ?? DemoScript.directPartners.filter { DemoScript.direct($0) == exchange.channel }
      for line in exchange.lines {
        #expect(members.contains(line.person), "\(line)")
        #expect(!line.text.contains("Robin") && !line.text.isEmpty)
      }
      #expect(exchange.lines.first?.form == .message)
    }
  }

  @Test(
    "Every exchange of the plot is told once, if it fits the hour and the channels",
    arguments: [3, 9, 13, 20])
  func fitting(hour: Int) {
    let exchanges = Array(DemoPlot.arcs.joined())
    let channels = Set(exchanges.map(\.channel)).subtracting(["general"])
    let fitting = exchanges.filter { $0.hours.contains(hour) && channels.contains($0.channel) }
    var plot = PlotDirector(pace: .lively, seed: 1)
    var told: Set<[DemoExchange.Line]> = []
    while let acts = plot.next(hour: hour, in: channels) { told.insert(acts.map(\.line)) }
    #expect(told == Set(fitting.map(\.lines)) && told.count == fitting.count && !told.isEmpty)
  }

  @Test("The same seed tells the same plot and gives the same answers, another seed others")
  func determinism() {
    func talk(_ seed: UInt64) -> [String] {
      var plot = PlotDirector(pace: .lively, seed: seed)
      let channels = Set(DemoPlot.arcs.joined().map(\.channel))
      var told: [String] = []
      while let exchange = plot.next(hour: 12, in: channels) { told += exchange.map { "\($0)" } }
      var director = PeerDirector(pace: .lively, seed: seed)
      let scene = PeerDirector.Scene(members: DemoPeople.all.map(\.id), isDirect: false)
      for remark in Self.remarks { told += director.answers(to: message(remark), in: scene).map { "\($0)" } }
      return told
    }
    #expect(talk(1) == talk(1))
    #expect(talk(1) != talk(2))
  }

  // MARK: Times of day

  private static let times: [(words: String, hours: Set<Int>)] = [
    ("good morning", Set(5...11)), ("good afternoon", Set(12...17)), ("good evening", Set(17...22)),
    ("good night", Set(0...4).union(21...23)), ("a good day", Set(5...11)), ("a good evening", Set(17...20)),
    ("breakfast", Set(5...9)), ("lunch", Set(10...13)), ("dinner", Set(18...22)),
    ("this afternoon", Set(5...12)),
    ("tomorrow", Set(17...23)), ("at noon", Set(10...11)),
  ]

  @Test("Words for the time of day fit the hour", arguments: 0...23)
  func hours(hour: Int) {
    let words = DemoWords(hour: hour, user: Self.you, subject: DemoSubject.of("general"))
    var marked = DemoPlot.arcs.joined().filter { $0.hours.contains(hour) }.flatMap(\.lines).map(\.text)
    marked += ([DemoAnswers.shared] + DemoVoices.all.values).flatMap { $0.values.joined() }
      .filter { $0.contains("$") }
    marked += DemoScript.lines(me: "you").filter { if case .minutesAgo = $0.time { true } else { false } }
      .map(\.text)
    #expect(marked.count > 50)
    for line in marked {
      let text = words.elements(of: line).map(\.text).joined()
      #expect(!text.contains("$"), "\(text)")
      for (phrase, hours) in Self.times where text.lowercased().contains(phrase) {
        #expect(hours.contains(hour), "\(hour): \(text)")
      }
    }
  }

  @Test("A mark begins a sentence with a capital, and not the middle of one")
  func capitals() {
    let words = DemoWords(hour: 9, user: Self.you)
    func text(_ line: String) -> String { words.elements(of: line).map(\.text).joined() }
    #expect(text("$hello! Nice") == "Good morning! Nice")
    #expect(text("Hi! $hello") == "Hi! Good morning")
    #expect(text("Still here? $hello") == "Still here? Good morning")
    #expect(text("Cheers, $bye") == "Cheers, have a good day")
    #expect(words.elements(of: "$me, hello $ana").mentionedUsers == ["you", "ana"])
  }

  @Test("The history is in the past and was written by day", arguments: 0...23)
  func past(hour: Int) async throws {
    let clock = ManualClock(now: Timestamp(seconds: 1_700_006_400 + 3600 * Int64(hour) + 600))
    let service = InMemoryChatService(clock: clock, seed: 1)
    // Three hours east of UTC.
    let localTime = LocalTime { _ in 3 * 3600 }
    try await DemoFixtures(user: Self.you, seed: 1, localTime: localTime).load(into: service)
    let messages = await service.perform { state in
      state.rooms.flatMap { $0.history.log + $0.history.replies }
    }
    #expect(messages.count > 200)
    for message in messages {
      #expect(message.createdAt <= clock.now && (7...21).contains(localTime.hour(message.createdAt)))
    }
  }
}
