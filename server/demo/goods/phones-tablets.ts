/** One offer a line: subject | Naira | condition and price type | title | description. See ../goods.ts. */
export const phonesTablets = `
iphone-black | 520,000 | UN | iPhone 13 128GB Midnight, battery 87% | UK used, bought from Computer Village last year with receipt. Face ID and True Tone intact, never opened. One tiny mark near the charging port that you only see when you look for it.
iphone-blue | 1,150,000 | UN | iPhone 14 Pro Max 256GB Sierra Blue case | Comes in its blue leather case, the phone under it has never seen dust. Battery health 91 percent, factory unlocked, physical SIM tray. Screen guard has been on since day one.
iphone-gold | 1,380,000 | UF | iPhone 15 Pro Max 256GB Natural Titanium | Used for eight months as a second phone. Battery cycle count is 143, you can check it yourself in settings. Comes with the original cable and a leather case.
iphone-black | 640,000 | UN | Apple iPhone 13 Pro 128GB Graphite | Very neat, no dot, no line, no green screen. Battery was changed once by an authorised centre and now reads 100 percent. I am only selling because the office gave me another phone.
iphone-white | 345,000 | UN | iPhone 11 128GB white, Face ID working | Clean phone for somebody who wants something strong and affordable. Battery is at 82 percent and lasts me from morning till evening. Small scratch at the back, covered by pouch.
iphone-red | 290,000 | UF | iPhone XR 64GB Product Red | No faults at all, everything dey work. It has a new battery and a new tempered glass. Bring your SIM and test it before you pay.
iphone-purple | 455,000 | UN | iPhone 12 128GB Purple UK used | Network unlocked, no Apple ID issue, I will sign out in your presence. Battery health 84 percent. It was a birthday gift from my sister in Leeds.
iphone-pink | 895,000 | NF | Brand new iPhone 15 128GB Pink, sealed | Sealed in box with one year Apple warranty. Two pieces left from a small shipment. Price is last because the gain is already small.
iphone-black | 705,000 | UN | iPhone 14 128GB Midnight with charger | Dual SIM, clean body, 89 percent battery health. I have used it with a case from the first day so the edges are like new. Box available.
iphone-white | 215,000 | UN | iPhone 8 Plus 64GB for students | Good phone for WhatsApp, classes and light pictures. Fingerprint is sharp. Battery was replaced in March.
iphone-black | 1,690,000 | NF | iPhone 16 Pro 256GB Black Titanium sealed | Not activated, you will open it yourself. Apple limited warranty starts the day you turn it on. Pick up at the shop or I send with insured courier.
iphone-gold | 495,000 | UN | iPhone 12 Pro 128GB Gold, clean | Gold colour still shining. Face ID, speakers, cameras, all perfect. Back glass is original and not cracked.
samsung-black | 985,000 | UN | Samsung Galaxy S23 Ultra 12GB/256GB | S Pen complete and writing well. I bought it new in Ikeja City Mall and still have the receipt. One small dent at the top corner from a fall, screen is flawless.
samsung-purple | 620,000 | UN | Galaxy S22 Ultra 256GB Burgundy, dual SIM | Korean version with two physical SIM slots. No shadow and no burn on the screen. Comes with two cases that I no longer need.
samsung-cream | 1,290,000 | NF | Samsung Galaxy S24 256GB Cream, new in box | Brand new with Samsung Nigeria warranty card. Nothing removed from the box. I won it at an end of year party and I prefer cash.
samsung-green | 385,000 | UN | Samsung Galaxy S21 FE 5G 128GB | Fast phone, clean camera, 5G works on MTN and Airtel in my area. Battery takes me through a working day. Sold with a 25W charger.
samsung-blue | 268,000 | NF | Samsung Galaxy A25 5G 6GB/128GB | Original Nigeria spec, sealed, one year warranty. AMOLED display is sweet for videos. Free screen guard when you buy from me.
samsung-black | 178,500 | NF | Samsung Galaxy A15 4GB/128GB dual SIM | New in carton. Good battery and the camera is better than you expect at this price. We have blue and black available.
samsung-purple | 235,000 | UN | Samsung Galaxy A54 5G, awesome violet | Ten months old, bought from Slot. No crack, no repair. Fingerprint and face unlock work well.
samsung-blue | 320,000 | UN | Galaxy Z Flip 4 256GB, neat hinge | Hinge is firm and the inner screen has no line. It gets attention anywhere you bring it out. Reason for sale is that I want a bigger screen for work.
tecno-blue | 192,000 | NF | Tecno Spark 30 Pro 8GB/256GB | Sealed and activated by you. 5000mAh battery that refuses to die, I use the same model myself. Free pouch and earpiece inside.
tecno-gold | 465,000 | NN | Tecno Camon 40 Premier 12GB/256GB | Brand new, Tecno warranty of 13 months, Carlcare covered. The portrait camera does our skin justice. Price is a little negotiable if you come to the shop.
infinix-black | 98,000 | UN | Tecno Spark 20 128GB, clean | Used for one year by a careful lady. Screen has a guard from day one. Charger and box complete.
tecno-blue | 128,000 | NF | Tecno Pop 10 64GB with 13 months warranty | Nice first phone for a child going to boarding house. Big battery, loud speaker. Delivery within town is on me.
infinix-black | 345,000 | UN | Tecno Phantom X2 256GB 5G | The curved screen is still perfect. Very fast for games and video editing. I have the box, charger and the receipt from Pointek.
infinix-green | 218,000 | NF | Infinix Hot 50 Pro 8GB/256GB Green | Slim and light, 120Hz screen, sealed pack. Bring your old phone if you want to add money and swap. Warranty is 12 months.
infinix-black | 305,000 | UN | Infinix Note 40 Pro 5G with MagCharge | Wireless magnetic charger and case inside the pack. Only five months old. The screen is 3D curved and has no scratch.
infinix-green | 86,000 | UN | Infinix Hot 30i 128GB, everything working | Camera, mic, speaker all intact. Has light scratches on the frame from keys in my pocket. It holds charge very well.
infinix-black | 152,000 | NF | Infinix Smart 9 HD 64GB, new | New phone with two SIM and memory card slot. Good for POS agents and dispatch riders. We issue receipt.
samsung-blue | 172,000 | NF | Xiaomi Redmi 14C 6GB/128GB Dreamy Blue | Large 6.88 inch screen for films. Sealed Nigerian version, not from abroad. You get a free transparent pouch.
samsung-black | 268,000 | UN | Redmi Note 13 Pro 256GB, 200MP camera | Used for six months and it is clean like new. Charges from 10 to 80 percent before you finish bathing. Original 67W charger included.
samsung-blue | 415,000 | UN | Xiaomi 13T 12GB/256GB, Leica camera | Brought in from Dubai by my brother. The pictures are the main reason people buy it. No repair history.
samsung-black | 145,000 | UN | Xiaomi Poco M6 Pro 256GB | Gaming phone on a budget. 120Hz AMOLED, stereo speakers. A slight scratch on the back and nothing else.
iphone-purple | 79,500 | NF | itel A70 128GB with 5000mAh battery | New and sealed. Simple Android for parents, the letters on screen can be made very big. I can set up WhatsApp for you before delivery.
iphone-purple | 96,000 | NF | itel S24 8GB/128GB, 108MP camera | New, twelve months warranty. Surprising phone for the money. Only three left at this price.
pixel-black | 365,000 | UN | Google Pixel 6a 128GB Charcoal | Clean American used Pixel, unlocked for all networks. Night pictures are excellent. Battery still strong.
pixel-white | 585,000 | UN | Pixel 7 Pro 128GB Snow, unlocked | The camera on this thing is madness. No screen burn, tested. A small hairline scratch beside the camera bar.
pixel-black | 820,000 | UN | Google Pixel 8 Pro 256GB Obsidian | Security updates till 2030. Comes with a Spigen case and charger. I upgraded, so it is sitting in the drawer.
pixel-white | 195,000 | UN | Google Pixel 4a 128GB for sale | Small, neat phone that enters every pocket. Battery is okay for a day of normal use. Ask me for more pictures.
tablet-grey | 465,000 | UN | iPad 9th generation 64GB WiFi + SIM | My daughter used it for online school. No scratch because it lived in a rubber case. Charger and Apple Pencil first generation included.
tablet-blue | 785,000 | UN | iPad Air 5 M1 64GB Blue | Fast for drawing with Procreate and for lecture notes. Screen is clean, battery health very good. Pencil not included.
tablet-grey | 265,000 | NF | Samsung Galaxy Tab A9 LTE 64GB | Brand new, takes SIM for calls and data. Nice for Qur'an and Bible apps, and for children. Comes with a free flip case.
tablet-grey | 1,120,000 | UN | iPad Pro 11 inch M2 128GB with keyboard | Used only at home for design work. The keyboard folio alone is over two hundred thousand. I prefer a serious buyer who will come and inspect.
tablet-blue | 118,000 | NN | Modio M120 kids tablet 128GB | Preloaded with learning games and a pen. Drop-proof cover in blue. Ideal for ages three to nine.
tablet-grey | 195,000 | UN | Lenovo Tab M10 Plus with case | Good for Netflix and reading PDF. Battery lasts six to seven hours. Small crack on the guard, not the screen.
keypad-phone | 24,500 | NF | Nokia 105 dual SIM keypad phone | Battery stays up to a week, with torchlight and FM radio. Original with warranty. Buy for mama and stop worrying about charging.
keypad-phone | 19,000 | NF | itel keypad phone with big buttons | Loud sound and big letters for older people. New, sealed. Wholesale price from ten pieces.
earbuds | 285,000 | NF | AirPods Pro 2 USB-C, original sealed | Serial number can be checked on Apple website before payment. Noise cancelling is top. Not the copy from roadside.
earbuds-black | 32,000 | NF | Oraimo FreePods 4 wireless earbuds | Deep bass, long battery, Oraimo warranty. Sealed pack. I have black only.
earbuds | 54,000 | UF | Samsung Galaxy Buds FE, used twice | Bought the wrong size for my ears. Complete with all the rubber tips and the cable. They are spotless.
power-bank | 38,500 | NF | Oraimo 27000mAh power bank, fast charge | Charges my phone five times before it asks for light. Digital display shows what is left. New with warranty.
power-bank | 22,000 | NN | New Age 20000mAh power bank | Original New Age, not refilled. Two outputs, so two phones can charge together. Perfect for NEPA people.
smartwatch | 245,000 | UN | Apple Watch SE 44mm GPS, black strap | Battery health 92 percent. Comes with two straps and the original charger. No scratch on glass.
smartwatch-pink | 46,000 | NF | Oraimo smart watch for ladies, pink | Step counter, heart rate, calls from the wrist. Sealed box. It fits small wrists well.
charger | 14,500 | NF | Oraimo 33W fast charger and Type-C cable | Original, with scratch code to verify. It charges most Android phones quickly. I sell in bulk too.
samsung-green | 560,000 | UN | Samsung Galaxy S22 Plus 256GB Green | Physical dual SIM, no burn, no line. Battery still solid because I never let it overheat. Selling to fund my rent, so serious offers are welcome.
`
