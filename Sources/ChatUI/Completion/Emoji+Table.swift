nonisolated extension Emoji {
  /// A line for each emoji: its text and its names.
  static let table = """
    👍 thumbsup +1 yes
    👎 thumbsdown -1 no
    ❤️ heart love
    😂 joy tears_of_joy
    😀 grinning
    😃 smiley
    😄 smile happy
    😁 grin
    😆 laughing lol
    😅 sweat_smile
    🤣 rofl
    🙂 slightly_smiling
    🙃 upside_down
    😉 wink
    😊 blush
    😇 innocent angel_face
    🥰 smiling_hearts
    😍 heart_eyes
    🤩 star_struck
    😘 kissing_heart kiss_face
    😗 kissing
    😋 yum
    😛 stuck_out_tongue
    😜 wink_tongue
    🤪 zany
    😝 squint_tongue
    🤑 money_face
    🤗 hugs hug
    🤭 hand_over_mouth
    🤫 shush
    🤔 thinking hmm
    🤐 zipper_mouth
    🤨 raised_eyebrow
    😐 neutral
    😑 expressionless
    😶 no_mouth
    😏 smirk
    😒 unamused
    🙄 eye_roll
    😬 grimace
    😌 relieved
    😔 pensive
    😪 sleepy
    😴 sleeping zzz_face
    😷 mask
    🤒 thermometer_face ill
    🤕 bandage_face hurt
    🤢 nauseated
    🤮 vomiting
    🤧 sneezing
    🥵 hot_face
    🥶 cold_face
    🥴 woozy
    😵 dizzy_face
    🤯 exploding_head mind_blown
    🤠 cowboy
    🥳 partying party_face
    😎 sunglasses cool
    🤓 nerd
    🧐 monocle
    😕 confused
    😟 worried
    🙁 slightly_frowning
    😮 open_mouth wow
    😯 hushed
    😲 astonished
    😳 flushed
    🥺 pleading
    😦 frowning_open
    😨 fearful
    😰 cold_sweat anxious
    😥 relieved_sad
    😢 cry
    😭 sob
    😱 scream
    😖 confounded
    😞 disappointed sad
    😓 sweat
    😩 weary
    😫 tired
    🥱 yawning
    😤 triumph
    😡 rage pouting
    😠 angry
    🤬 cursing
    😈 smiling_imp
    💀 skull
    💩 poop
    🤡 clown
    👻 ghost
    👽 alien
    🤖 robot
    😺 smiley_cat
    🙈 see_no_evil
    🙉 hear_no_evil
    🙊 speak_no_evil
    💋 kiss
    💔 broken_heart
    🧡 orange_heart
    💛 yellow_heart
    💚 green_heart
    💙 blue_heart
    💜 purple_heart
    🖤 black_heart
    🤍 white_heart
    💯 hundred 100
    💥 boom collision
    💫 dizzy
    💦 sweat_drops
    💨 dash
    💣 bomb
    💬 speech_balloon
    💭 thought_balloon
    💤 zzz
    👋 wave hello
    🤚 raised_back_of_hand
    ✋ raised_hand stop_hand
    🖖 vulcan
    👌 ok_hand
    🤏 pinching
    ✌️ victory peace_hand
    🤞 crossed_fingers
    🤟 love_you
    🤘 metal horns
    🤙 call_me
    👈 point_left
    👉 point_right
    👆 point_up
    👇 point_down
    ✊ raised_fist
    👊 fist_bump punch
    👏 clap
    🙌 raised_hands hooray
    👐 open_hands
    🤝 handshake deal
    🙏 pray please thanks
    ✍️ writing_hand
    💪 muscle strong
    🧠 brain
    👀 eyes look
    👁️ eye
    👅 tongue
    👶 baby
    🧒 child
    👩 woman
    👨 man
    🧓 older_person
    🙋 raising_hand
    🙇 bow
    🤦 facepalm
    🤷 shrug
    👮 police
    🕵️ detective
    👷 construction_worker
    🧙 mage wizard
    🧛 vampire
    🧟 zombie
    💃 dancer
    🏃 runner running
    🚶 walking
    👪 family
    🐶 dog
    🐱 cat
    🐭 mouse
    🐹 hamster
    🐰 rabbit
    🦊 fox
    🐻 bear
    🐼 panda
    🐨 koala
    🐯 tiger
    🦁 lion
    🐮 cow
    🐷 pig
    🐸 frog
    🐵 monkey
    🐔 chicken
    🐧 penguin
    🐦 bird
    🦆 duck
    🦉 owl
    🐺 wolf
    🐴 horse
    🦄 unicorn
    🐝 bee
    🐛 bug caterpillar
    🦋 butterfly
    🐌 snail
    🐞 ladybug
    🐜 ant
    🕷️ spider
    🐢 turtle
    🐍 snake
    🐙 octopus
    🦀 crab
    🐟 fish
    🐬 dolphin
    🐳 whale
    🦈 shark
    🐘 elephant
    🌵 cactus
    🌲 evergreen tree
    🌴 palm_tree
    🌱 seedling
    🍀 four_leaf_clover luck
    🍁 maple_leaf
    🌸 cherry_blossom
    🌹 rose
    🌻 sunflower
    🌍 earth globe
    🌙 moon
    ⭐ star
    🌟 glowing_star
    ✨ sparkles
    ⚡ zap lightning
    🔥 fire
    🌈 rainbow
    ☀️ sun
    ⛅ partly_sunny
    ☁️ cloud
    🌧️ rain
    ❄️ snowflake
    ⛄ snowman
    💧 droplet
    🌊 ocean_wave
    🍎 apple
    🍊 tangerine
    🍋 lemon
    🍌 banana
    🍉 watermelon
    🍇 grapes
    🍓 strawberry
    🍒 cherries
    🍑 peach
    🥑 avocado
    🍆 eggplant
    🥕 carrot
    🌽 corn
    🍄 mushroom
    🍞 bread
    🧀 cheese
    🥚 egg
    🍔 hamburger
    🍟 fries
    🍕 pizza
    🌮 taco
    🍜 ramen noodles
    🍣 sushi
    🍦 ice_cream
    🍩 doughnut
    🍪 cookie
    🎂 birthday birthday_cake
    🍰 cake
    🍫 chocolate
    🍿 popcorn
    ☕ coffee
    🍵 tea
    🍺 beer
    🍻 beers cheers
    🍷 wine
    🥂 clinking_glasses
    🍸 cocktail
    🍽️ plate dinner
    ⚽ soccer
    🏀 basketball
    🎾 tennis
    🏆 trophy
    🥇 gold_medal first_place
    🎯 dart bullseye
    🎮 video_game
    🎲 die dice
    🧩 puzzle
    🎨 art palette
    🎵 music note
    🎸 guitar
    🎤 microphone
    🎧 headphones
    🎬 clapper film
    🎉 tada party congratulations
    🎊 confetti
    🎈 balloon
    🎁 gift present
    🎄 christmas_tree
    🎃 pumpkin halloween
    🚗 car
    🚕 taxi
    🚌 bus
    🚲 bicycle bike
    🚂 train
    ✈️ airplane plane
    🚀 rocket ship_it
    🚢 ship
    ⛵ sailboat
    🏠 house home
    🏢 office
    🏥 hospital
    🏫 school
    🏖️ beach
    🏔️ mountain
    ⏰ alarm_clock
    ⌛ hourglass
    ⏳ hourglass_flowing wait
    ⌚ watch
    📱 phone mobile
    💻 laptop computer
    ⌨️ keyboard
    🖥️ desktop
    🖨️ printer
    💾 floppy save
    💡 bulb idea
    🔦 flashlight
    🔋 battery
    🔌 plug
    📷 camera
    📞 telephone
    📚 books
    📖 book
    📝 memo note_pad
    ✏️ pencil
    📌 pushpin pin
    📎 paperclip attachment
    ✂️ scissors
    📁 folder
    📅 calendar
    📈 chart_up
    📉 chart_down
    📊 bar_chart
    📋 clipboard
    📦 package box
    📧 email mail
    📢 loudspeaker announcement
    🔔 bell
    🔕 no_bell mute
    🔍 mag search
    🔒 lock
    🔓 unlock
    🔑 key
    🔨 hammer
    🔧 wrench fix
    ⚙️ gear settings
    🔗 link
    🧪 test_tube
    🧹 broom cleanup
    🗑️ wastebasket trash
    🛑 stop_sign
    🚧 construction wip
    🚨 siren alert
    💰 money_bag
    💸 money_wings
    💳 credit_card
    💎 gem
    ✅ check done white_check_mark
    ✔️ tick
    ❌ x cross
    ❓ question
    ❗ exclamation
    ⚠️ warning
    ⛔ no_entry
    🚫 prohibited
    ♻️ recycle
    ➕ plus
    ➖ minus
    ➡️ arrow_right
    ⬅️ arrow_left
    ⬆️ arrow_up
    ⬇️ arrow_down
    🔄 refresh arrows
    🔴 red_circle
    🟠 orange_circle
    🟡 yellow_circle
    🟢 green_circle
    🔵 blue_circle
    ⚪ white_circle
    ⚫ black_circle
    🆗 ok
    🆕 new
    🆘 sos
    🏁 finish checkered_flag
    🚩 red_flag
    🏳️‍🌈 rainbow_flag
    🏴‍☠️ pirate_flag
    """
}
