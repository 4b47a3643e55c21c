/// Lines by the kind of message that they answer. The marks that begin with `$` are explained at ``DemoWords``.
typealias DemoLines = [MessageKind: [String]]

/// What each person of the demo answers, in their own voice. What anyone could say is in ``DemoAnswers``.
enum DemoVoices {
  static let ana: DemoLines = [
    .greeting: ["$hello! Good to see you", "Hi! Just in time, I needed a break from my list"],
    .wellbeing: [
      "Good, thank you. Busy, but the pleasant kind. And you?",
      "Very well, my list gets shorter. How are you?",
    ],
    .availability: ["Yes, I'm here. What is it?", "I have ten minutes before the next call, go ahead"],
    .request: ["Of course, right after this", "Yes. It's on my list, and I'll tell you when it's done"],
    .yesNo: ["Yes, as far as I know", "I believe so. Let me check and come back to you"],
    .thanks: ["You're welcome!", "Any time, really"],
    .apology: ["Don't worry, it happens to all of us", "No harm done"],
    .goodbye: ["$bye! I'll write down what comes up", "Bye! It was good to have you here"],
    .picture: ["Nice picture. May I use it in the notes?", "Oh, that says more than my whole list"],
    .file: ["Got the file, I'll read it before the next call", "Thanks, I'll file it with the others"],
    .mention: ["Yes? I'm listening", "Here! What do you need?"],
    .trouble: ["Oh dear. Since when?", "Let's write down what you did, step by step. Then we'll find it"],
    .goodNews: ["Great news, I'll tick it off", "One less on the list. Well done"],
    .praise: ["Thank you, that means a lot", "I'll pass that on to everybody"],
    .statement: [
      "Good to know, I'll keep it in mind", "Understood. I'll bring it up in the next round",
      "That fits what I have seen",
    ],
  ]

  static let ben: DemoLines = [
    .greeting: ["Hey, $hello", "Hi there. Tea is ready, so am I"],
    .wellbeing: [
      "Fine, thanks. The coffee is weak, but the tests are green. You?", "Can't complain. How is your day?",
    ],
    .availability: ["I'm around, shoot", "Sure, I'm only waiting for a test to finish"],
    .request: ["Consider it done. Well, nearly", "Will do, give me half an hour"],
    .yesNo: ["Yes", "I'd say yes, but let me look at the code before I promise anything"],
    .thanks: ["No worries", "Glad it helped"],
    .apology: ["Nothing to be sorry for", "All good, I've done worse before breakfast"],
    .goodbye: ["Cheers, $bye", "Off you go. I'll hold the fort"],
    .picture: ["Ha, I'll hang that over my desk", "Good shot"],
    .file: ["Downloading it now", "Thanks, I'll go through it and leave comments"],
    .mention: ["Yep?", "You called?"],
    .trouble: [
      "Hm. Can you send me the last lines of the log?", "I had that once. What does it say exactly?",
    ],
    .goodNews: ["Lovely. I'll stop worrying about it then", "Good, that was the one that kept me up"],
    .praise: ["Too kind", "I'll take it, thanks"],
    .statement: ["Makes sense to me", "Right. I hadn't looked at it that way", "Fair enough"],
  ]

  static let alex: DemoLines = [
    .greeting: ["Hey! $hello", "Hi hi! I was just thinking about $meal"],
    .wellbeing: [
      "Pretty good! Search is finally done, so I can breathe. And you?", "Great, but hungry. How are you?",
    ],
    .fine: ["Happy to hear it!", "Good, then we're both fine"],
    .availability: ["Always for you. What's up?", "Yes, I'm here, and I have nothing but crumbs on my desk"],
    .request: ["Sure thing, I'm on it", "Yes! Remind me if you hear nothing within the hour"],
    .invitation: ["Yes, please! Ten minutes?", "I'd love to. I'll get my jacket"],
    .yesNo: ["I think so, yes", "Yes! At least it was when I last looked"],
    .thanks: ["No trouble at all", "Sure! You found my charger, so we're even"],
    .apology: ["Hey, no worries", "Forgotten already"],
    .goodbye: ["See you! $bye", "Bye! Don't leave your charger here like I do"],
    .picture: ["Oh wow, where is that?", "I like that one a lot"],
    .file: ["Thanks! Opening it as we speak", "Got it. I'll read it with a sandwich"],
    .mention: ["That's me! What is it?", "Hm? I'm all ears"],
    .trouble: ["Uh oh. Does it happen every time?", "Let me try it here. Which version do you have?"],
    .goodNews: ["Yes!! That calls for $meal", "Nice, I owe you a biscuit"],
    .praise: ["Thanks, you made my day", "Aw, thank you!"],
    .statement: [
      "Oh, I didn't know that", "Got it", "Interesting! I'd like to hear more about that over $meal",
      "True, now that you say it", "I'll remember that. Well, I'll write it down", "Okay, that helps me",
    ],
  ]

  static let chloe: DemoLines = [
    .greeting: ["Salut! $hello", "Coucou! Good to have you here"],
    .wellbeing: [
      "Ça va, merci! A little lost between two fonts. And you?",
      "Very well. The new page is nearly there. You?",
    ],
    .availability: ["Oui, tell me", "Yes, my pencils can wait"],
    .request: ["With pleasure, I'll send you a sketch", "Yes, let me finish this line first"],
    .yesNo: ["Yes, I believe so", "In the last version, yes. Let me open it"],
    .thanks: ["Avec plaisir", "Of course!"],
    .apology: ["It's nothing, really", "Oh, please, don't apologise"],
    .goodbye: ["À bientôt! $bye", "Bye bye, take care"],
    .picture: ["The light in it is beautiful", "Ooh, I like the colours"],
    .file: ["Merci, I'll look at it on the large screen", "Got it, I'll mark what I'd change"],
    .mention: ["Oui?", "Yes, I'm here, with ink on my fingers"],
    .trouble: [
      "Oh no. Could you send a picture of what you see?", "Strange. Does a smaller window change it?",
    ],
    .goodNews: ["Bravo!", "Magnifique, I'll take it off the board"],
    .praise: ["Merci, I'm a little proud of it too", "That's kind of you"],
    .statement: [
      "I see what you mean", "Hm, that gives me an idea", "True. I'd have said it with fewer words",
    ],
  ]

  static let dawen: DemoLines = [
    .greeting: ["你好! $hello", "Hello! All machines are up, and so am I"],
    .wellbeing: [
      "Fine, thank you. The build has been green since this version began. And you?",
      "I'm well. Quiet servers, quiet mind. How are you?",
    ],
    .fine: ["Good, good", "I'm glad"],
    .availability: ["Yes, I have time", "Yes. A build takes eleven minutes, and it has just started"],
    .request: ["Yes, I can do that", "Certainly. I'll write to you when it has run"],
    .yesNo: ["Yes, I have checked it", "Most likely. The log will say, one moment"],
    .thanks: ["不客氣, you're welcome", "It was a small thing"],
    .apology: ["No problem, nothing was damaged", "Please don't worry. That's why we have backups"],
    .goodbye: ["再見! $bye", "Goodbye. I'll watch the builds"],
    .picture: ["Very nice. Is it from today?", "A good picture, thank you"],
    .file: ["Received, complete and readable", "Thank you, I'll put it beside the build notes"],
    .mention: ["Yes, please?", "I'm here. Does a build need me?"],
    .trouble: ["Please send me the number of the build, I'll look", "I'll start it again with more output"],
    .goodNews: ["Excellent ✅", "Then I can delete the old build"],
    .praise: ["Thank you, it was team work", "That's very kind"],
    .statement: [
      "Understood", "Thank you for telling me", "Then I'll plan the next build accordingly",
      "Good. I have made a note of it", "That is useful to know", "I see. One thing after the other",
    ],
  ]

  static let sakura: DemoLines = [
    .greeting: ["こんにちは! $hello", "Hello, how nice to see you"],
    .wellbeing: [
      "I'm fine, thank you. I'm drawing arrows all day. And you?",
      "Very well, thank you for asking. And yourself?",
    ],
    .availability: ["Yes, of course", "I am. Shall I call you, or is writing better?"],
    .request: ["Yes, gladly. Give me a moment", "Of course. I'll do it carefully"],
    .yesNo: ["Yes, I think that's right", "Probably. I'll ask Dawen to be sure"],
    .thanks: ["どういたしまして!", "Not at all"],
    .apology: ["大丈夫, it's all right", "Please don't be, I'd have done the same"],
    .goodbye: ["またね! $bye", "Goodbye, take good care of yourself"],
    .picture: ["きれい! How pretty", "I'd like to draw that"],
    .file: ["Thank you, I have it", "I'll read it in peace and answer you"],
    .mention: ["Yes, how can I help?", "はい?"],
    .trouble: ["Oh, I'm sorry. What did you press before it happened?", "Let me try the same, please wait"],
    .goodNews: ["やった! Wonderful", "I'm so glad"],
    .praise: ["ありがとう! I'm happy that you like it", "Thank you, you're too kind"],
    .statement: ["I see, thank you", "なるほど", "That's a good way to look at it"],
  ]

  static let lukasz: DemoLines = [
    .greeting: ["Cześć! $hello", "Hi. Good that you're here"],
    .wellbeing: ["All according to plan, thanks. You?", "Good. No alarms, no surprises. And with you?"],
    .availability: ["Yes. Five minutes?", "I'm here, go"],
    .request: ["Yes. It'll be in the plan within the hour", "Okay, noted with your name on it"],
    .yesNo: ["Yes, it's in the plan", "By the plan, yes. I'll make sure"],
    .thanks: ["Nie ma za co", "That's what I'm here for"],
    .apology: ["It's fine, the plan has room for that", "Accepted. Next point"],
    .goodbye: ["Cześć, and $bye", "Until next time"],
    .picture: ["Good one", "I'll print it for the wall"],
    .file: ["Thanks, added to the folder", "Got it. I'll compare it with the plan"],
    .mention: ["Yes?", "Here. Is it about dates?"],
    .trouble: [
      "Does it hold up the release? Then it goes to the top", "Please write a ticket, I'll find someone",
    ],
    .goodNews: ["Very good. Next one", "Then we're ahead of the plan"],
    .praise: ["Dzięki", "Tell the others too, they did the work"],
    .statement: ["Okay, noted", "Clear. I'll update the plan", "Good point, it wasn't in the plan yet"],
  ]
}
