import ChatDomain

extension DemoVoices {
  /// The voices by person.
  static let all: [UserID: DemoLines] = [
    "ana": ana, "ben": ben, "alex": alex, "chloe": chloe, "dawen": dawen, "sakura": sakura, "lukasz": lukasz,
    "soren": soren, "juergen": juergen, "mina": mina, "olga": olga, "priya": priya, "zoe": zoe,
  ]

  private static let soren: DemoLines = [
    .greeting: ["Hej. $hello", "Hi. Headphones off, I'm listening"],
    .wellbeing: ["Fine. Rain outside, logs inside. You?", "Good, thanks. I found a quiet corner. And you?"],
    .availability: ["Mm, yes", "For a good question, always"],
    .request: ["Can do", "Yes, after this test run"],
    .yesNo: ["It looks that way", "Yes, and I have the log to prove it"],
    .thanks: ["Ingen årsak", "Sure"],
    .apology: ["Ingen fara", "It's only software"],
    .goodbye: ["Hej då, $bye", "Bye. I'll put the headphones back on"],
    .picture: ["Nice. That could be an album cover", "Calm. I like it"],
    .file: ["Thanks, I'll run it through the checks", "Have it"],
    .mention: ["Mm?", "Yes, I'm here"],
    .trouble: [
      "Interesting. Keep that window open, don't touch anything", "The log knows. Which hour was it?",
    ],
    .goodNews: ["Good. I'll test it anyway", "I'll believe it when the log does. But well done"],
    .praise: ["Tack", "Thanks. The bug was polite this time"],
    .statement: ["Plausible", "I'll look for that in the logs", "Yes, I noticed that too"],
  ]

  private static let juergen: DemoLines = [
    .greeting: ["Moin! $hello", "Hallo! I made it in spite of the road works"],
    .wellbeing: [
      "Thanks, well. The road is still closed, but the sun is out. And you?", "Sehr gut, danke! And you?",
    ],
    .availability: ["Natürlich, what is it?", "Yes, the caretaker comes later, so I have time"],
    .request: ["I'll take care of it personally", "Yes, it's written on my hand now"],
    .yesNo: ["Yes, I asked them this week", "Yes, unless the road works say otherwise"],
    .thanks: ["Gern geschehen", "I was on my way there anyway"],
    .apology: ["Kein Problem", "Ach, these things happen"],
    .goodbye: ["Tschüss, and $bye", "Bye, and mind the road works"],
    .picture: ["Wunderbar! That goes to the notice board", "Very nice, is that near here?"],
    .file: ["Thank you, printed", "Received, I'll put it in the blue folder"],
    .mention: ["Ja, bitte?", "Present!"],
    .trouble: [
      "Did you switch it off and on again? I have to ask", "I'll come over and look at it with you",
    ],
    .goodNews: ["Na also!", "Very good, I'll tell the caretaker"],
    .praise: ["Danke! I did my best", "One does what one can"],
    .statement: ["Aha, good to know", "I'll put up a note about that", "That's how it is in this building"],
  ]

  private static let mina: DemoLines = [
    .greeting: ["Hiii! $hello 🌸", "Hello you! The cat waves too"],
    .wellbeing: [
      "Happy! I drew eleven icons and only two are bad. You?",
      "Good good. The cat slept on my notes. And you?",
    ],
    .fine: ["Yay", "That makes two of us, three with the cat"],
    .availability: ["Sure! The cat has my chair, so I'm standing anyway", "Yes yes, tell me"],
    .request: ["Of course! I'll draw you one too", "Yes! In pink, or properly?"],
    .invitation: ["Ooh, yes. Can we sit by the window?", "Count me in 🌸"],
    .yesNo: ["Yes!", "I think yes? Let me look under the cat"],
    .thanks: ["Aww, any time", "You're welcome 🌸"],
    .apology: ["Shh, all forgiven", "It's okay! Here, have a cat 🐈"],
    .goodbye: ["Byeee! $bye 🌙", "Bye bye! The cat says bye too"],
    .picture: ["So pretty! I want it as an icon", "Awww. More of these, please"],
    .file: ["Got it! Will the cat like it?", "Thank you, I'll peek at once"],
    .mention: ["Me? Yes!", "Hello, yes, I'm awake"],
    .trouble: ["Oh nooo. Poor you. What does it show?", "Hm, the cat didn't do it. Can you try once more?"],
    .goodNews: ["🎉 Yay, dance break", "Knew you could do it"],
    .praise: ["You're the best audience 🌸", "Hee, thank you"],
    .statement: [
      "Ooh, I see", "That's going into my notebook, with a little drawing", "Sounds fun, tell me more",
      "Hm, yes, that feels right", "The cat agrees, and so do I", "Okay! I'll remember that with a picture",
    ],
  ]

  private static let olga: DemoLines = [
    .greeting: ["Привет! $hello", "Hello! My train has a good connection for once"],
    .wellbeing: [
      "Well, thank you. The customers are kind this week. And you?",
      "Not bad at all. I got a window seat. You?",
    ],
    .availability: ["Yes, there's no tunnel for the next half hour", "I'm here, please ask"],
    .request: ["I will, and I'll tell the customers too", "Yes, give me until the next station"],
    .yesNo: ["Yes, two customers told me the same", "I'm fairly sure it is"],
    .thanks: ["Не за что", "Happy to help"],
    .apology: ["It's all right, nobody complained", "Please, it's nothing"],
    .goodbye: ["Пока, $bye", "Goodbye! My tunnel is coming anyway"],
    .picture: ["Beautiful. It reminds me of the lake at home", "Thank you for showing us"],
    .file: ["It's loading, slowly. I'm on a train", "Thanks, I'll read it on the way"],
    .mention: ["Yes, I'm with you", "Да?"],
    .trouble: [
      "A customer wrote the same. What did you do before?", "Let me collect the reports, it may be one cause",
    ],
    .goodNews: ["Ура! I'll write to the customers who asked", "That will make somebody very happy"],
    .praise: ["Thank you, I'll frame that", "So nice of you to say"],
    .statement: [
      "Thank you, customers ask about that", "I'll write that into the answers for support",
      "Yes, I've heard that before",
    ],
  ]

  private static let priya: DemoLines = [
    .greeting: ["Hi! $hello", "Hello! Have you read the new chapter yet?"],
    .wellbeing: [
      "Great, I finally understood my own first paragraph. And you?",
      "Good! Three pages written. How about you?",
    ],
    .availability: ["Yes, ask away, I like questions", "Sure. I'm between two chapters"],
    .request: ["Happy to. Do you want it short or complete?", "Yes, I'll write it up"],
    .yesNo: ["Yes, it's in the manual", "I think so. If not, I'll have to change the manual"],
    .thanks: ["Of course", "You're very welcome"],
    .apology: ["No need, it's a good example for the manual", "That's fine, honestly"],
    .goodbye: ["Bye! $bye", "See you, I'll be in chapter four"],
    .picture: ["Lovely. It needs no caption", "Could I have that for the front page?"],
    .file: ["Thanks! I'll read it with a pencil", "Received. Is it the latest version?"],
    .mention: ["Yes? Is it about the manual?", "I'm here, what would you like to know?"],
    .trouble: [
      "What did you expect to happen instead?", "Does the manual say how it should be? If not, I'm to blame",
    ],
    .goodNews: ["Excellent, may I put it into the changelog?", "Wonderful. I'll change “will” to “does”"],
    .praise: ["Thank you! I rewrote it six times", "That's lovely to hear"],
    .statement: [
      "I'd like to write that down, may I quote you?", "Clear and short, I like it",
      "Good, that answers a question I had",
    ],
  ]

  private static let zoe: DemoLines = [
    .greeting: ["Hello hello! $hello", "Hi! Ready for take-off"],
    .wellbeing: [
      "Full of energy, I ran to work. And you?",
      "Great! Everything passes the contrast check, even my socks. You?",
    ],
    .availability: ["Yes! What do you have?", "For you I'll close four of my tabs"],
    .request: ["Yes, right now, while I have the page open", "On it. I'll test it with the keyboard only"],
    .yesNo: ["Yes, I tested it", "Yes, at least with a screen reader"],
    .thanks: ["With pleasure", "You bet"],
    .apology: ["Nothing to forgive", "Water under the bridge"],
    .goodbye: ["Over and out, $bye", "See you on the other side"],
    .picture: [
      "Great shot! Would you add a description for those who can't see it?", "Wow, look at that contrast",
    ],
    .file: ["Thanks, I'll check how it reads aloud", "Opening it. Four tabs, what's one more"],
    .mention: ["Zoë to the rescue, what is it?", "Yes! I was about to write to you"],
    .trouble: [
      "Does it also happen without the mouse?", "Okay, don't panic. Show me the first thing you see",
    ],
    .goodNews: ["Woohoo 🚀", "Touchdown! Well done"],
    .praise: ["Thanks, that's rocket fuel for me", "High five"],
    .statement: ["Roger that", "Oh, I should try that with the keyboard", "Good thinking"],
  ]
}
