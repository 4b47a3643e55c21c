import ChatDomain

/// The kind of a message to the people of the demo, which decides how they answer.
enum MessageKind: String, CaseIterable, Hashable, Sendable {
  case greeting, wellbeing, fine, availability, request, invitation
  case who, when, `where`, what, how, why, yesNo
  case thanks, apology, goodbye, picture, file, mention
  case trouble, goodNews, praise, agreement, refusal, laughter, statement

  /// Whether it asks for information.
  var isQuestion: Bool {
    switch self {
    case .who, .when, .where, .what, .how, .why, .yesNo: true
    default: false
    }
  }

  /// A guess from the words; names and mentions of people do not count as words.
  ///
  /// - Parameter files: the MIME types of the files that came with it.
  init(of text: String, files: [String] = []) {
    if let first = files.first {
      self = first.hasPrefix("image/") ? .picture : .file
      return
    }
    let words = MessageWords(text)
    if words.list.isEmpty {
      self =
        words.isLaughing ? .laughter : words.isCheering ? .praise : words.isAsking ? .availability : .mention
    } else if words.has(Phrases.wellbeing) {
      self = .wellbeing
    } else if words.isQuestion {
      self = .question(words)
    } else {
      self = .remark(words)
    }
  }

  private static func question(_ words: MessageWords) -> MessageKind {
    if words.has(Phrases.availability) { return .availability }
    if words.has(Phrases.invitation) { return .invitation }
    if let asked = words.questionWord { return asked }
    if words.has(Phrases.request) { return .request }
    if words.begins(with: Phrases.invitingWords), words.list.count <= 4 { return .invitation }
    if words.list.count <= 2, words.begins(with: Phrases.greeting) { return .greeting }
    return .yesNo
  }

  private static func remark(_ words: MessageWords) -> MessageKind {
    if words.isLaughing, words.list.count <= 2 { return .laughter }
    if words.has(Phrases.apology) { return .apology }
    if words.has(Phrases.fine) || words.begins(with: Phrases.fineBeginnings) { return .fine }
    if words.has(Phrases.thanks) { return .thanks }
    if words.has(Phrases.goodbye) { return .goodbye }
    if words.has(Phrases.request) { return .request }
    if words.has(Phrases.invitation) { return .invitation }
    if words.has(Phrases.trouble) { return .trouble }
    if words.begins(with: Phrases.refusal) { return .refusal }
    if words.has(Phrases.goodNews), !words.isDenied, !words.has(["well done"]) { return .goodNews }
    if words.begins(with: Phrases.agreement) { return .agreement }
    if words.has(Phrases.praise), !words.isDenied { return .praise }
    if words.begins(with: Phrases.greeting) { return .greeting }
    if words.has(Phrases.laughter) { return .laughter }
    return words.isCheering && words.list.count <= 2 ? .praise : .statement
  }
}

/// The words of a message in lower case, without names of people and without punctuation.
struct MessageWords: Sendable {
  let list: [String]
  /// The words with a space around each, to look for phrases.
  private let line: String
  private let text: String
  let isAsking: Bool

  init(_ text: String) {
    self.text = text.lowercased()
    isAsking = text.contains("?") || text.contains("？")
    let names = DemoPeople.nameWords
    list = self.text.replacing("’", with: "'")
      .split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "." }
      .map { String($0.trimmed { $0 == "." || $0 == "'" }) }.filter { !$0.isEmpty && !names.contains($0) }
    line = " " + list.joined(separator: " ") + " "
  }

  func has(_ phrases: [String]) -> Bool {
    phrases.contains { phrase in
      // In scripts without spaces between words, a phrase can be anywhere in the text.
      phrase.utf8.first.map { $0 < 0xE0 } == true ? line.contains(" \(phrase) ") : text.contains(phrase)
    }
  }

  func begins(with phrases: [String]) -> Bool {
    phrases.contains { phrase in
      phrase.utf8.first.map { $0 < 0xE0 } == true
        ? line.hasPrefix(" \(phrase) ") : text.hasPrefix(phrase)
    }
  }

  /// Whether the good news or the praise is denied.
  var isDenied: Bool { list.contains { $0 == "not" || $0 == "never" || $0.hasSuffix("n't") } }
  var isLaughing: Bool { text.contains { "😂🤣😄😆😅😹".contains($0) } }
  var isCheering: Bool { text.contains { "👍🎉🚀👏💪😍🙌🔥✅".contains($0) || $0.unicodeScalars.first == "❤" } }

  /// Whether it asks for something, with or without a question mark.
  var isQuestion: Bool {
    if isAsking || list.last == "か" { return true }
    let rest = afterOpening
    guard let first = rest.first else { return false }
    if Phrases.questionWords[first] != nil {
      // "What a day" asks nothing.
      return rest.count > 1 && rest[rest.startIndex + 1] != "a" && !(first == "when" && rest.count > 6)
    }
    return Phrases.auxiliaries.contains(first)
      && rest.dropFirst().first.map(Phrases.subjects.contains) == true
  }

  /// The question word that the question turns on: one at its beginning, after "do you know" and the like, or its last
  /// word.
  var questionWord: MessageKind? {
    let start = afterOpening.startIndex
    for index in list.indices {
      let leads = index <= start || Phrases.leads.contains(list[index - 1]) || index == list.count - 1
      if leads, let kind = Phrases.questionWords[list[index]] {
        let isTime =
          list.dropFirst(index + 1).first.map { ["time", "long", "soon", "day"].contains($0) } == true
        return isTime && (kind == .what || kind == .how) ? .when : kind
      }
    }
    if text.contains("誰") { return .who }
    if text.contains("いつ") { return .when }
    if text.contains("どこ") { return .where }
    if text.contains("なぜ") || text.contains("どうして") { return .why }
    return text.contains("何") ? .what : nil
  }

  /// The words after a greeting and the like.
  private var afterOpening: ArraySlice<String> { list.drop { Phrases.openings.contains($0) } }
}

extension Substring {
  fileprivate func trimmed(_ isTrimmed: (Character) -> Bool) -> Substring {
    var rest = drop(while: isTrimmed)
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}

/// The phrases by which kinds of messages are known, in lower case and without punctuation.
private enum Phrases {
  static let questionWords: [String: MessageKind] = [
    "who": .who, "whose": .who, "whom": .who, "who's": .who, "when": .when, "where": .where,
    "where's": .where,
    "what": .what, "what's": .what, "which": .what, "how": .how, "how's": .how, "why": .why,
  ]
  static let openings: Set<String> = [
    "hi", "hello", "hey", "so", "and", "but", "ok", "okay", "well", "oh", "good", "morning", "afternoon",
    "evening",
    "thanks", "sorry", "then", "um", "hm", "all", "everybody", "everyone", "team", "folks",
  ]
  /// Words before a question word inside a question.
  static let leads: Set<String> = [
    "know", "knows", "tell", "me", "say", "remember", "idea", "see", "sure", "and", "or", "for", "since",
    "until",
    "by", "about", "from", "to", "remind",
  ]
  static let auxiliaries: Set<String> = [
    "is", "are", "am", "was", "were", "do", "does", "did", "can", "could", "will", "would", "should", "shall",
    "may",
    "has", "have", "isn't", "aren't", "don't", "doesn't", "didn't", "can't", "won't",
  ]
  static let subjects: Set<String> = [
    "you", "we", "i", "it", "he", "she", "they", "the", "this", "that", "there", "these", "anyone", "anybody",
    "somebody", "someone", "everybody", "everyone", "your", "my", "our",
  ]
  static let wellbeing = [
    "how are you", "how are things", "how's it going", "how is it going", "how do you do", "what's up",
    "how have you been", "how are you doing", "how's life", "how was your day", "how is your day",
    "how's your day",
    "are you ok", "are you okay", "are you all right", "are you alright", "you ok", "and you",
    "how about you", "how's everyone",
    "wie geht's", "wie geht es dir", "ça va", "qué tal", "come stai", "как дела", "元気", "你好吗",
  ]
  static let availability = [
    "are you there", "you there", "anyone there", "anybody there", "anyone here", "anybody here",
    "are you around",
    "have a minute", "have a moment", "have a second", "got a minute", "got a moment", "got a second",
    "have time",
    "are you free", "are you busy", "busy", "are you awake", "are you online",
  ]
  static let request = [
    "can you", "could you", "would you", "will you", "can i have", "can i get", "may i", "could i", "please",
    "let me know",
    "can someone", "could someone", "can somebody", "could somebody", "can anyone", "can anybody", "can we",
    "お願い", "ください",
  ]
  static let invitation = [
    "shall we", "want to", "wanna", "would you like to", "join me", "join us", "let's get", "let's have",
    "let's go",
    "fancy a", "go for a walk", "at noon",
  ]
  static let invitingWords = [
    "lunch", "coffee", "tea", "dinner", "beer", "break", "a coffee", "a break", "cake",
  ]
  static let fine = [
    "i'm fine", "i am fine", "i'm good", "i am good", "i'm well", "i am well", "doing well", "doing fine",
    "doing good",
    "doing great", "not bad", "not too bad", "can't complain", "i'm great", "i'm ok", "i'm okay", "all good",
    "a bit tired", "i'm tired",
  ]
  static let fineBeginnings = [
    "fine thanks", "fine thank", "good thanks", "good thank", "well thanks", "very well",
    "pretty good",
    "fine and", "good and", "fine",
  ]
  static let thanks = [
    "thanks", "thank", "thx", "ty", "cheers", "much appreciated", "danke", "merci", "gracias", "grazie",
    "obrigado",
    "obrigada", "tack", "dzięki", "спасибо", "ありがと", "谢谢", "謝謝",
  ]
  static let apology = [
    "sorry", "i apologise", "i apologize", "apologies", "my apologies", "my bad", "my fault", "my mistake",
    "pardon", "excuse me", "forgive me", "entschuldigung", "désolé", "désolée", "すみません", "ごめん",
  ]
  static let goodbye = [
    "bye", "goodbye", "bye bye", "see you", "see ya", "good night", "have a good", "have a nice",
    "talk to you later", "talk later",
    "signing off", "i'm off", "i'm out", "heading home", "going home", "gotta go", "got to go", "have to go",
    "need to go", "have to leave", "need to leave", "until tomorrow", "take care", "ciao", "tschüss",
    "au revoir", "adiós", "再見", "またね",
    "さようなら", "お疲れ", "пока",
  ]
  static let trouble = [
    "broken", "broke", "fails", "failed", "failing", "failure", "error", "errors", "crash", "crashes",
    "crashed", "bug",
    "bugs", "doesn't work", "does not work", "didn't work", "not working", "isn't working", "stuck",
    "is down", "too slow", "wrong",
    "problem", "problems", "lost", "hangs", "can't open", "can't log", "can't find", "can't see",
    "can't start", "i can't", "won't start", "red again",
  ]
  static let refusal = [
    "no", "nope", "not yet", "not really", "i don't", "i do not", "never", "rather not", "i'd rather not",
    "nah",
    "いいえ",
  ]
  static let goodNews = [
    "done", "fixed", "works", "working again", "merged", "shipped", "finished", "solved", "ready", "green",
    "passed",
    "released", "deployed", "it worked", "i did it", "made it",
  ]
  static let agreement = [
    "yes", "yep", "yeah", "ok", "okay", "sure", "agreed", "i agree", "exactly", "sounds good", "will do",
    "of course",
    "right", "true", "go ahead", "deal", "fine by me", "alright", "all right", "はい", "了解",
  ]
  static let praise = [
    "great", "nice", "awesome", "excellent", "well done", "good job", "good work", "great work", "i love",
    "love it", "love this",
    "beautiful", "perfect", "brilliant", "cool", "amazing", "wonderful", "congratulations", "congrats",
    "impressive",
    "good idea", "fantastic", "すごい", "素晴らしい",
  ]
  static let greeting = [
    "hi", "hello", "hey", "hej", "hallo", "moin", "salut", "bonjour", "hola", "ahoj", "servus", "yo",
    "greetings",
    "good morning", "good afternoon", "good evening", "good day", "morning", "evening", "cześć", "привет",
    "こんにちは", "おはよう",
    "こんばんは", "你好", "大家好",
  ]
  static let laughter = ["haha", "hahaha", "hehe", "lol", "rofl", "lmao", "xd", "that's funny", "so funny"]
}
