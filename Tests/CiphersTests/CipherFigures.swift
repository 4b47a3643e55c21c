/// Figures of ciphers from C2SP/wycheproof (Apache 2.0): a choice from each class of cases.
enum CipherFigures {
  /// Wycheproof aes_cbc_pkcs5_test, 256 bits: the number of the case, key, IV, text, ciphertext. Without a text the padding is
  /// wrong.
  static let chained: [(Int, String, String, String?, String)] = [
    (
      145, "7bf9e536b66a215c22233fe2daaa743a898b9acb9f7802de70b40e3d6e43ef97",
      "eb38ef61717e1324ae064e86f1c3e797", "",
      "e7c166554d1bb32792c981fa674cc4d8"
    ),
    (
      146, "612e837843ceae7f61d49625faa7e7494f9253e20cb3adcea686512b043936cd",
      "9ec7b863ac845cad5e4673da21f5b6a9", "cc37fae15f745a2f40e2c8b192f2b38d",
      "299295be47e9f5441fe83a7a811c4aeb2650333e681e69fa6b767d28a6ccf282"
    ),
    (
      147, "96e1e4896fb2cd05f133a6a100bc5609a7ac3ca6d81721e922dadd69ad07a892",
      "e70d83a77a2ce722ac214c00837acedf", "91a17e4dfcc3166a1add26ff0e7c12056e8a654f28a6de24f4ba739ceb5b5b18",
      "a615a39ff8f59f82cf72ed13e1b01e32459700561be112412961365c7a0b58aa7a16d68c065e77ebe5049990"
        + "51476bd7"
    ),
    (
      149, "e754076ceab3fdaf4f9bcab7d4f0df0cbbafbc87731b8f9b7cd2166472e8eebc",
      "014d2e13dfbcb969ba3bb91442d52eca", "40",
      "42c0b89a706ed2606cd94f9cb361fa51"
    ),
    (
      163, "c19bdf314c6cf64381425467f42aefa17c1cc9358be16ce31b1d214859ce86aa",
      "35bc82e3503b95044c6406a8b2c2ecff", "5d066a92c300e9b6ddd63a7c13ae33",
      "fdcfa77f5bd09326b4c11f9281b72474"
    ),
    (
      164, "73216fafd0022d0d6ee27198b2272578fa8f04dd9f44467fbb6437aa45641bf7",
      "4b74bd981ea9d074757c3e2ef515e5fb", "d5247b8f6c3edcbfb1d591d13ece23d2f5",
      "fbea776fb1653635f88e2937ed2450ba4e9063e96d7cdba04928f01cb85492fe"
    ),
    (
      169, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      ""
    ),
    (
      173, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "8881e9e02fa9e3037b397957ba1fb7ce783bb4b4e18d7c646f38e0bb8ff92896"
    ),
    (
      177, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "e9b7719c4c2b9fa6b94cb50e87b28156"
    ),
    (
      181, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "706029a204cc11e69b5bc1a84e6a8ef75fe891cc466d6fb1bbf65135727a1ffb995e2e26439a158562e95b34"
        + "4713b852"
    ),
    (
      185, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "8881e9e02fa9e3037b397957ba1fb7ce851be67798a2937cd6681165da6dce03"
    ),
    (
      189, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "d29eb845640c3a8878f51bc50e290aa4a65a34a93728fe8f82fdb8d3d2b7c648"
    ),
    (
      193, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "706029a204cc11e69b5bc1a84e6a8ef75fe891cc466d6fb1bbf65135727a1ffb25dae5c6058a15360a09decb"
        + "9dce95abd77450fd7ddb4f6ad224623f43603b12"
    ),
    (
      197, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "8881e9e02fa9e3037b397957ba1fb7cea8f41f61ead6e9936cbe7ee5a1163b9b"
    ),
    (
      201, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "8881e9e02fa9e3037b397957ba1fb7ce69f57c6e99c7b9df7d4879ccd15caf3d"
    ),
    (
      205, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "e03b6f2ae1c963b6dfa40b42d34314b7"
    ),
    (
      209, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "706029a204cc11e69b5bc1a84e6a8ef75fe891cc466d6fb1bbf65135727a1ffb502050eb4bcd00325f43eab3"
        + "677f4c66"
    ),
    (
      213, "7c78f34dbce8f0557d43630266f59babd1cb92ba624bd1a8f45a2a91c84a804a",
      "f010f61c31c9aa8fa0d5be5f6b0f2f70", nil,
      "8881e9e02fa9e3037b397957ba1fb7ce0714c8de200b27ac91d9257fc93c13be"
    ),
  ]

  /// Wycheproof hkdf_sha256_test: the number of the case, input, salt, information, key.
  static let derived: [(Int, String, String, String, String)] = [
    (
      1, "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
      "000102030405060708090a0b0c",
      "f0f1f2f3f4f5f6f7f8f9",
      "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"
    ),
    (
      2, "0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b",
      "",
      "",
      "8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"
    ),
    (
      3,
      "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f202122232425262728292a2b"
        + "2c2d2e2f303132333435363738393a3b3c3d3e3f404142434445464748494a4b4c4d4e4f",
      "606162636465666768696a6b6c6d6e6f707172737475767778797a7b7c7d7e7f808182838485868788898a8b"
        + "8c8d8e8f909192939495969798999a9b9c9d9e9fa0a1a2a3a4a5a6a7a8a9aaabacadaeaf",
      "b0b1b2b3b4b5b6b7b8b9babbbcbdbebfc0c1c2c3c4c5c6c7c8c9cacbcccdcecfd0d1d2d3d4d5d6d7d8d9dadb"
        + "dcdddedfe0e1e2e3e4e5e6e7e8e9eaebecedeeeff0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
      "b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c6"
        + "5e590e09da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87"
    ),
    (
      4, "24aeff2645e3e0f5494a9a102778c43a",
      "",
      "",
      "d4cca5e416c3d9eb58bd562e922691daff76aa4d"
    ),
    (
      7, "06eb26f8ccf28580c8f28d5b4dc47a49",
      "",
      "d5f081e81e8cf9ded199f3ae43c80a2dfe3d9cf2",
      "ae538577a14df1ab170ec01a9ceceabcebdd584f"
    ),
    (
      10, "c27718560fae2515acb17a874991d357",
      "4487f538b65c9058625057b4bbdd93e7",
      "",
      "19eb8ba1cc7e10498d8c3b3256f66d6ee6b2296f"
    ),
    (
      13, "c360e16084cfd13cb44b0dc02d8665de",
      "685ac7df93701d6c78babd847861bb3c",
      "e0ddfaaaa7afb53f59a007a205c7149b5b5a72be",
      "506669208fcfd6d27336099b6551c683f4f2eba2"
    ),
    (
      27, "fa4f94e9cdbf725c1ee98decddbe42ec06196116",
      "",
      "",
      "f32a552257d372b16c5d8c46e6c07dc9c33be9bc"
    ),
    (
      30, "71220f185f4f2d436fa88b61f7ddf4a10948385e",
      "",
      "f392a656590cdd585a06ad4892d2381ad0616a99",
      "db44f61cc3538799665902ea761be6fea0c51e75"
    ),
    (
      33, "e1dfecb28787a93133763ba4760a55a2c20ab407",
      "0b86a968f9d45bd38ffc2369a92bc66d",
      "",
      "f41d88008ed2ef14699bd6d0bfb19bdade26106d"
    ),
    (
      36, "163f690d4439dbdf6dc57042fecb79354bd3e7c4",
      "30ea55b5fdc7e509d001d710b3a032c9",
      "6a05fa82515f27deb3d27c80fa63d2b6edcbb372",
      "46a07537e9468a5bfd1dd2d4aa64fe9b10a12328"
    ),
    (
      50, "7ef7d4f8c11d940471cf9a3048d66b3b3a3d9db9fed5f81419fe75dd50116f4e",
      "",
      "",
      "a370de1c822b8eb00645c18e32ad6a1f4bb17c9b"
    ),
    (
      53, "23624191960916aad7039c8e9dc2ec4e04ac61a233a02ec6045021598123f0cd",
      "",
      "60dd0d1381a014491b34f0af15e4bebb8f64cbd5",
      "2f94214e5171e40cd7bb601c2fc7fca42c77f227"
    ),
    (
      56, "583bb04b870b4b176e58257b67ffa3b8d4e339248fb0c38105673fe7097ce47c",
      "aef10b993ba2f9c390d429441bd6612f",
      "",
      "fec774eec32c8af7f44b9f60dd778753a5057d75"
    ),
    (
      59, "cb785e569837f730a147fd2d4f53f6e297453817eb117270e2d5c286bffa691c",
      "545a0de785e5820ec65268b63e543c03",
      "63421fe4d31283e2dc3d8d09bbd3f9509bfd7b4b",
      "2a44ad4a5d904eb5ba74a89adb46c19f3f2321b2"
    ),
    (
      76, "3ee1fc0d8fac49d494c4a1b8cf6bf290a4a2c19a27c3ab1914d0d21c841577e0",
      "",
      "4dc991623624fadef207587e42776cf3e0fdf4e5",
      "f41f703259063d401de67cea9192038ddddc71ede5cdb383aad71894c1a39e8c"
    ),
    (
      77, "3ee1fc0d8fac49d494c4a1b8cf6bf290a4a2c19a27c3ab1914d0d21c841577e0",
      "0000000000000000000000000000000000000000000000000000000000000000",
      "4dc991623624fadef207587e42776cf3e0fdf4e5",
      "f41f703259063d401de67cea9192038ddddc71ede5cdb383aad71894c1a39e8c"
    ),
  ]

  /// Wycheproof hmac_sha256_test: the number of the case, key, text, MAC, whether it is valid.
  static let macs: [(Int, String, String, String, Bool)] = [
    (
      1, "1e225cafb90339bba1b24076d4206c3e79c355805d851682bc818baa4f5a7779",
      "",
      "b175b57d89ea6cb606fb3363f2538abd73a4c00b4a1386905bac809004cf1933",
      true
    ),
    (
      2, "8159fd15133cd964c9a6964c94f0ea269a806fd9f43f0da58b6cd1b33d189b2a",
      "77",
      "dfc5105d5eecf7ae7b8b8de3930e7659e84c4172f2555142f1e568fc1872ad93",
      true
    ),
    (
      3, "85a7cbaae825bb82c9b6f6c5c2af5ac03d1f6daa63d2a93c189948ec41b9ded9",
      "a59b",
      "0fe2f13bba2198f6dda1a084be928e304e9cb16a56bc0b7b939a073280244373",
      true
    ),
    (
      4, "48f3029334e55cfbd574ccc765fb2c3685aab1f4837d23370874a3e634c3a76d",
      "c7b8b2",
      "6c13f79bb2d5b6f9a315fe8fd6cbb5cb817a660687009deccd88c377429e596d",
      true
    ),
    (
      5, "de8b5b5b2f09645be47ecb6407a4e1d9c6b33ae3c2d22517d3357da0357a3139",
      "cc021d65",
      "e87538eb167e62d7cb236690ff3f034a9c12d417aa8dfa694d7405f9e1f85fe8",
      true
    ),
    (
      28, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "",
      "d28b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb",
      false
    ),
    (
      29, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "000102030405060708090a0b0c0d0e0f",
      "d9b99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e",
      false
    ),
    (
      30, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "",
      "d18b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb",
      false
    ),
    (
      31, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "000102030405060708090a0b0c0d0e0f",
      "dab99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e",
      false
    ),
    (
      32, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "",
      "538b42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb",
      false
    ),
    (
      33, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "000102030405060708090a0b0c0d0e0f",
      "58b99f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e",
      false
    ),
    (
      34, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "",
      "d38a42096d80f45f826b44a9d5607de72496a415d3f4a1a8c88e3bb9da8dc1cb",
      false
    ),
    (
      35, "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f",
      "000102030405060708090a0b0c0d0e0f",
      "d8b89f2709a3ca74172cbe93824c1f29b23a0c1e9c21bd851ff2d2c39dbef14e",
      false
    ),
    (
      163, "a349ac0a9f9f74e48e099cc3dbf9a9c9",
      "",
      "3a8437b877b75cc08a4d8d7559a8fc6869a58c713da63d1d4b350d59b597e30c",
      true
    ),
    (
      164, "ac686ba0f1a51b4ec4f0b30492b7f556",
      "2fa43a14ae500507deb95ab5bd32b0fe",
      "008532a53d0c0ab22027ae249023375374e2239b959609e8339b05a15742a675",
      true
    ),
    (
      165, "73ef9ef1a4225e51e3c1db3ace1fa24f",
      "ffad380d9aabb0acede5c1bf112925cdfc3d379fc2376a4fe2644490d0430ac3",
      "9c7cb9f7c207ec46d1e3c55764731c4ab5ddbae4e1401e52a895df0cff4787c9",
      true
    ),
    (
      169,
      "8a0c46eb8a2959e39865330079763341e7439dab149694ee57e0d61ec73d947e1d5301cd974e18a5e0d1cf0d"
        + "2c37e8aadd9fd589d57ef32e47024a99bc3f70c077",
      "",
      "f5bfb940561fb4db73ebba49bf2e4893bb0cca618a71b7ecf6aca38231e167ea",
      true
    ),
    (
      170,
      "2877ebb81f80334fd00516337446c5cf5ad4a3a2e197269e5b0ad1889dfe2b4b0aaa676fac55b36ce3affc7f"
        + "1092ab89c53273a837bd5bc94d1a9d9e5b02e9856f",
      "ba448db88f154f775028fdecf9e6752d",
      "1690ed4180642899e0deb9ec2270374e8b0a484217f5a682c524316eca219b64",
      true
    ),
    (
      171,
      "21178e26bc28ffc27c06f762ba190a627075856d7ca6feab79ac63149b17126e34fd9e5590e0e90aac801df0"
        + "9505d8af2dd0a2703b352c573ac9d2cb063927f2af",
      "7d5f1d6b993452b1b53a4375760d10a20d46a0ab9ec3943fc4b07a2ce735e731",
      "e542ac8ac8f364bae4b7da8b7a0777df350f001de4e8cfa2d9ef0b15019496ec",
      true
    ),
  ]

  /// Wycheproof pbkdf2_hmacsha512_test: the number of the case, passphrase, salt, rounds, key.
  static let stretched: [(Int, String, String, Int, String)] = [
    (
      1, "7130577430643470", "798acc7c76739d75", 4096,
      "4935390897319c3efc15d19304109c79"
    ),
    (
      2, "5a30673349567272", "84bbd18de5ec10ff", 4096,
      "d1b8e64e3b67a548c8bda3118eab1bc3f81b4cc9ead842eda18f6685533c2c7f4f49b8c7a78fea13b776"
    ),
    (
      13, "4b2d6c600e66535c7f3d6d6c", "7a4c02db8bd8fcc2", 4096,
      "d3aca4f6df6e06b97c44fd295ed07965"
    ),
    (
      14, "287e74200e6b69285f5f7e00", "dddf018487fa4b95", 4096,
      "1fe411d3bde75e596197040e192dd0aa56ba282125db6e91090caace7bef3b07bbd4d3170b3ca8548587"
    ),
    (
      25, "d0a3d1bed38acc83", "8dfae85c9f2072ae", 4096,
      "6b62ce6976fe2c9bd0a8a7acba7b83b5"
    ),
    (
      26, "d0bcccab64cf9a", "15187b0393d8a441", 4096,
      "3b80d72751093ad48c08b70fd13308834078b52c3c14e47523e189a475b6f6678dafb991bcb5c0b73f2c"
    ),
    (
      37, "8423ec7ea4ca4b03", "8dfae85c9f2072ae", 4096,
      "196cb574f499f6e20cd00a4eb0f70d4a"
    ),
    (
      38, "2c3c932bf0648bda", "15187b0393d8a441", 4096,
      "28ea911364150649f9c5831e5d3ab76b4c4009416ba68143388d00e294437ade367fd24fbc79a5173544"
    ),
    (
      53, "ff", "32140a66b88e1683", 4096,
      "73eb7888fbad86cdb299455454d26429"
    ),
    (
      54, "ffffffffffffffff", "8a359634423ed028", 4096,
      "f0bdbf5507d74ab49ee220500107d69f"
    ),
    (
      58,
      "0000000000000000000000000000000000000000000000000000000000000000000000000000000000000000"
        + "000000000000000000000000000000000000000000", "9de9b71eeb9d9a34", 4096,
      "2900d1f4870e09094070d986784dbcc8"
    ),
  ]
}
