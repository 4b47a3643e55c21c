import ChatDomain

/// What anyone in the demo could answer, by the kind of message.
enum DemoAnswers {
  static let shared: DemoLines = [
    .greeting: [
      "$hello", "Hi, nice to see you here", "Hello! How is it going?", "Hi! What can I do for you?",
      "Hey, good timing", "Hello there",
    ],
    .wellbeing: [
      "I'm fine, thanks. How about you?", "Quite well, thank you. What are you working on?",
      "All good here. And on your side?", "Not bad, thanks for asking. You?",
      "Good! A bit tired, but good. You?",
      "Thanks, I'm well. What keeps you busy?",
    ],
    .fine: [
      "Glad to hear it", "Good to hear", "That's nice. Tell me if I can help with anything",
      "I'm happy for you",
      "Good, then let's make something of it", "Good, same here",
    ],
    .availability: [
      "I'm here, go ahead", "Yes, what's on your mind?", "Yes, now is a good moment",
      "For a few minutes, yes",
      "Still here. What do you need?", "Yes, just ask",
    ],
    .request: [
      "Sure, I'll do that", "Yes, give me ten minutes", "I'll start on it now",
      "Okay, I'll tell you when it's done",
      "No problem, it's next on my list", "I'd be glad to", "Let me finish one thing, then it's your turn",
      "Yes. If it turns out to be more work, I'll say so",
    ],
    .invitation: [
      "I'd like that", "Yes, good idea", "Gladly! Tell me where", "I'm in, give me a moment to finish this",
      "Why not? I could use a break", "Yes. Shall we ask the others too?",
    ],
    .who: [
      "If it's about $topic, ask $owner", "$owner would know, I think", "I'm not sure. Shall I ask around?",
      "Good question. Somebody from support, perhaps", "I don't know, but I can find out",
      "It's in the team list on the wiki", "Not me, at any rate", "The list by the door should say that",
    ],
    .when: [
      "I'd guess $later", "I don't have the date in my head, let me look it up",
      "Soon, I hope. Is it urgent?",
      "There is no date yet", "It's in the calendar, I'll send you the entry",
      "As soon as $topic leaves us the time",
      "When would you need it?", "It shouldn't take more than an hour or two",
    ],
    .where: [
      "Have you tried the wiki?", "In the shared folder, I believe", "Let me look, I saw it not long ago",
      "Good question, it was moved last week", "On the third floor, unless somebody moved it",
      "I'll send you the link", "Search finds it, if you remember a word from it",
      "Next to the old one, I think",
    ],
    .what: [
      "Let me think about that for a moment", "I'd have to look it up", "In short: it's about $topic",
      "I'm not quite sure what you mean. Can you give me an example?",
      "That depends. What do you need it for?",
      "The wiki explains it better than I can", "Nothing that can't wait, as far as I know",
      "I'd say $owner can explain that best", "Hm, I only know half of the answer",
    ],
    .how: [
      "Step by step, and I can show you", "There is a page about that on the wiki",
      "I usually ask $owner for that", "Let me write it down for you, it's four steps",
      "The same way as last time, I'd say", "It's easier than it looks. Do you want to share your screen?",
      "I'd start with the small part and see", "Not easily, but there is a way",
    ],
    .why: [
      "That's how it has always been, and nobody asked until now", "I wondered about that too",
      "There was a reason, and I think $owner remembers it", "Mostly because of $topic",
      "It seemed the simplest way at the time", "Good question. Let me find the old discussion",
      "For the customers, I believe", "I don't know, to be honest",
    ],
    .yesNo: [
      "I think so", "Yes, I'd say so", "As far as I can see, yes", "I'm not sure, let me check",
      "Not that I know of", "Yes, mostly", "It should be. Tell me if it isn't",
      "Hard to say. What makes you ask?",
      "Could be, I'll find out", "I wouldn't rule it out", "Normally yes",
      "Ask me again in half an hour, then I'll know",
    ],
    .thanks: [
      "You're welcome", "My pleasure", "Don't mention it", "Happy to", "It was no trouble",
      "That's all right, you'd do the same", "No need to thank me",
    ],
    .apology: [
      "No problem at all", "It's all right", "That's okay, really", "Nothing happened",
      "No need to apologise",
      "These things happen, don't give it a thought",
    ],
    .goodbye: [
      "$bye!", "Bye for now", "See you", "Take care", "Bye, it was nice talking to you", "Until soon",
    ],
    .picture: [
      "Nice one, thanks for sharing", "I like it", "Now that's a picture", "Looks good on my screen too",
      "Who took it? It's lovely", "Saved it for the newsletter",
    ],
    .file: [
      "Thanks, I have the file", "Got it, I'll read it $today", "Thank you, it opens fine",
      "Perfect, I was waiting for that",
      "I'll have a look and write you what I think", "Is there anything in it that I should read first?",
    ],
    .mention: [
      "Yes, what is it?", "I'm here", "Yes? How can I help?", "Go ahead", "Listening", "At your service",
    ],
    .trouble: [
      "That doesn't sound right. Can you show me?", "Does it still happen after a restart?",
      "I'll try it here",
      "Oh. Can you copy the exact message?", "Let's look at it together, I have time",
      "Is it only on your machine?",
      "What was the last thing that worked?", "That's annoying. I'll open a ticket for it",
      "Did anything change since yesterday?",
      "I'll ask who touched it last",
    ],
    .goodNews: [
      "That's good to hear", "Nice work", "Perfect, thank you for telling us", "Well done!", "That was quick",
      "Then we can tick that off", "I had hoped for that", "Good. What comes next?",
    ],
    .praise: [
      "Thank you!", "Kind of you", "That's nice to hear", "I'm glad you like it", "Thanks, I'll pass it on",
      "It was fun to make, too",
    ],
    .agreement: [
      "Good", "Then it's settled", "All right, I'll go ahead", "Perfect", "Okay, thanks",
      "Great, then we agree",
      "Deal", "Good, then I don't have to ask again", "Fine, let's do it that way",
    ],
    .refusal: [
      "Okay, no problem", "All right, then not", "I understand", "That's fine. Maybe another time",
      "Good that you say so", "Okay, then I'll think of something else",
      "Fair, I wasn't sure about it either",
    ],
    .laughter: [
      "😄", "Haha", "I had to laugh too", "😂", "Made me smile", "Don't make me laugh, I'm in a call",
      "Hehe, yes",
    ],
    .statement: [
      "Ah, okay", "That makes sense", "I see", "Good point", "Right", "Thanks, I didn't know that",
      "I'll keep that in mind for $topic", "Okay, I'll think about it", "Interesting",
      "You may be right about that",
      "That's worth writing down", "I'd like to hear what $owner says about that",
      "Yes, I had the same impression",
      "Let's see how it goes", "I'll take that as a plan", "Good to have that in writing",
    ],
  ]

  /// Answers to "who" about a subject that the question names.
  static let theirs = [
    "$owner looks after $topic", "Ask $owner about $topic", "$owner, as far as I know",
    "$topic? That's with $owner at the moment", "It was $owner when I last looked",
  ]

  /// Answers to "who" if the speaker owns the subject.
  static let mine = [
    "That would be me", "I do. What do you need?", "You're talking to the right person", "Me, ask away",
    "I have it, for better or worse",
  ]

  /// What a second person adds to an answer.
  static let additions = [
    "I'd have said the same", "Same here", "Yes, that matches what I know", "I can help with that too",
    "Oh, I'd like to know that as well", "Let me know how it goes", "Thanks, that helps me too",
    "And if that's not enough, ask me", "I was just going to write that",
  ]

  /// Reactions to some kinds of messages.
  static let reactions: DemoLines = [
    .thanks: ["❤️", "🙂"], .picture: ["😍", "👍", "🎉"], .file: ["👀", "👍"], .goodNews: ["🎉", "🚀", "💪"],
    .praise: ["❤️", "🙏"], .laughter: ["😂", "😄"], .greeting: ["👋"], .goodbye: ["👋"], .invitation: ["😋", "👍"],
  ]

  /// Answers in the channel where people write Japanese.
  static let japanese: DemoLines = [
    .greeting: ["こんにちは！", "お疲れさまです", "どうも、いい天気ですね"],
    .wellbeing: ["元気です、ありがとう。そちらは？", "おかげさまで。最近どうですか？", "ちょっと忙しいけど、元気です"],
    .fine: ["それはよかったです", "安心しました", "いいですね"],
    .availability: ["はい、いますよ", "今なら大丈夫です", "どうぞ、何でしょうか"],
    .request: ["はい、やっておきます", "わかりました、少し待ってください", "喜んで"],
    .invitation: ["いいですね、行きましょう", "ぜひ！", "はい、五分後でいいですか？"],
    .who: ["ウーカシュさんだと思います", "誰でしょう、聞いてみますね", "たぶん総務の方です"],
    .when: ["まだ決まっていないと思います", "予定表を見てみますね", "もうすぐだと思いますよ"],
    .where: ["ウィキにありますよ", "三階だと思います", "リンクを送りますね"],
    .what: ["ちょっと考えさせてください", "例えばどういうことですか？", "調べてみますね"],
    .how: ["あとで手順を書きますね", "意外と簡単ですよ", "一緒にやってみましょうか"],
    .why: ["私も不思議に思っていました", "昔からそうなんです", "理由を調べてみます"],
    .yesNo: ["はい、そうだと思います", "たぶん大丈夫です", "確認しますね", "いいえ、まだです"],
    .thanks: ["いえいえ", "とんでもないです", "お役に立ててうれしいです"],
    .apology: ["気にしないでください", "全然大丈夫ですよ", "よくあることです"],
    .goodbye: ["ではまた", "お疲れさまでした", "失礼します"],
    .picture: ["素敵な写真ですね", "わあ、きれいですね", "いい色ですね"],
    .file: ["ファイル、受け取りました", "ありがとうございます、拝見します", "あとで読みますね"],
    .mention: ["はい、何でしょう？", "呼びましたか？", "はい、ここにいます"],
    .trouble: ["それは困りましたね", "画面を見せてもらえますか？", "再起動してみましたか？"],
    .goodNews: ["おめでとうございます！", "よかった、さすがですね", "助かりました"],
    .praise: ["ありがとうございます", "うれしいです", "照れますね"],
    .agreement: ["では、そうしましょう", "了解です", "よろしくお願いします"],
    .refusal: ["わかりました、では今度", "残念ですが、大丈夫です", "そうですか、了解しました"],
    .laughter: ["笑", "面白いですね", "思わず笑いました"],
    .statement: ["なるほど、そうですか", "そうですね", "勉強になります", "メモしておきます", "たしかに"],
  ]
}
