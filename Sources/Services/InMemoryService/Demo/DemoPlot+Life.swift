import ChatDomain

extension DemoPlot {
  /// What people talk about besides work.
  static let life = [
    Exchange(
      "general", "juergen: A visitor from the university comes $later: Ms Keller. Who can show her around?",
      "  mina: I'll show her the screens", "  zoe: And I'll take her to the test lab",
      "  juergen: Thank you both, then I only need coffee"),
    Exchange(
      "offtopic", at: 6...9, "alex: Who else hasn't had breakfast?",
      "zoe: I ran eight kilometres and had two",
      "alex: Then the second one was mine"),
    Exchange(
      "offtopic", at: 10...11, "alex: Soup or sandwiches?", "mina: Soup, it's a soup day",
      "juergen: The place around the corner has pumpkin soup", "alex: Then at the door at noon"),
    Exchange(
      "offtopic", at: 13...17, "juergen: Plum cake in the kitchen, from the lady on the second floor",
      "alex: I left one piece", "zoe: That one is mine", "juergen: +😄"),
    Exchange(
      "offtopic", at: 18...22, "alex: What are you all having for dinner?",
      "sakura: Rice and pickles, very simple",
      "alex: May I come over?"),
    Exchange(
      "offtopic", at: 0...4, "soren: It's very quiet here at this hour",
      "olga: I'm on the night train. It has a socket, so I'm staying up"),
    Exchange(
      "offtopic", "mina: Pixel has learned to open the drawer", "chloe: Which drawer?",
      "mina: The one with the treats, of course", "zoe: +😹"),
    Exchange(
      "general", "juergen: Ms Keller asks whether she may bring two students",
      "zoe: Sure, there are five chairs in the lab", "juergen: I'll get more biscuits"),
    Exchange(
      "offtopic", "soren: New in the music channel: a record with nothing but rain",
      "olga: I have that for free at my window"),
    Exchange(
      "offtopic", "ben: Found: one umbrella, very old, with the head of a duck", "priya: The duck is mine",
      "ben: She's waiting for you at reception"),
    Exchange(
      "general",
      "juergen: $me, Ms Keller would like to hear how you write. Could you take ten minutes for her?"),
    Exchange(
      "offtopic", "juergen: The road by the bridge stays closed until the end of the month",
      "olga: Then I'll stay with the train", "ben: And I with my bike"),
    Exchange(
      "offtopic", "mina: I drew everybody's desk", "  alex: Is my charger in it?",
      "  mina: It's on somebody else's desk, so yes", "  alex: That's only fair"),
    Exchange("general", "juergen: The name badges are printed", "mina: I drew a flower on each of them"),
    Exchange(
      "offtopic", "zoe: Forty push-ups for the release. Who's in?", "lukasz: That's not in the plan",
      "zoe: Then change the plan"),
    Exchange(
      "general", "juergen: Ms Keller writes that she's looking forward to it, and takes her coffee black",
      "alex: I like her already"),
    Exchange(
      "offtopic", at: 17...21, "lukasz: The last one turns off the coffee machine, please",
      "juergen: I did, and then I wanted one more"),
    Exchange(
      "offtopic",
      "priya: A word for the manual, please: what do you call the wheel in the middle of a mouse?",
      "  sakura: I only know it as the wheel", "  priya: Then so does the manual"),
  ]

  /// Direct messages to the user at the terminal.
  static let direct = [
    Exchange("direct:alex", "alex: Could you try search for me? Type “strasse” and tell me what it finds"),
    Exchange("direct:mina", "mina: I'm drawing you for the desk plan. With a cup or without?"),
    Exchange("direct:alex", "alex: I'm getting $meal in a moment. Shall I bring you something?"),
    Exchange(
      "direct:mina", "mina: Pixel walked over my keyboard. If you get a strange message, it's from her"),
    Exchange("direct:alex", "alex: Thanks for taking the installer, I'd have been at it for a week"),
    Exchange("direct:mina", "mina: Do you like the new icon of the inbox? Be honest"),
    Exchange("direct:alex", "alex: I've just found a second charger in my bag. It must be yours"),
  ]
}
