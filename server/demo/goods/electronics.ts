export const electronics = `
laptop | 485,000 | UN | HP EliteBook 840 G6 Core i5, 16GB RAM, 512GB SSD | Foreign used and very clean. Keyboard light works, battery gives about four hours. Windows 11 and Office are already installed.
laptop-dark | 1,250,000 | UN | MacBook Pro 2020 M1 13 inch 8GB/256GB | Cycle count 176, battery condition normal. It came from Canada with my cousin. There is a small mark under the lid that does not affect anything.
laptop-rose | 985,000 | UN | MacBook Air 2020 M1 Gold 256GB | The famous thin one, silent and cool. I used it for my master's thesis and it never failed. Original charger included.
laptop | 365,000 | UN | Dell Latitude 5490 i5 8th gen 8GB/256GB | Strong office laptop. Screen is sharp, no dead pixel, all ports tested. Three days testing warranty from me.
laptop-dark | 720,000 | UN | Lenovo ThinkPad T14 Ryzen 5 Pro, 16GB | The best keyboard you will ever type on. Fingerprint and face login. Bought in June and I am relocating.
laptop | 295,000 | NF | HP 15 Celeron 4GB/256GB, brand new | Sealed box with warranty. Enough for typing, browsing and Zoom. Free bag and mouse while stock lasts.
laptop-dark | 1,480,000 | UN | ASUS TUF Gaming F15 RTX 3060, 16GB | Plays everything at high settings. Fans cleaned and thermal paste changed last month. Heavy charger included.
laptop-rose | 245,000 | UN | HP Stream and Chromebook convertible for school | Touch screen folds back like a tablet. Good for children and for church projection. Battery is about five hours.
desktop | 310,000 | UN | HP all-in-one desktop i5, 23 inch screen | No tower, everything is inside the screen. Was used in a front office. Wireless keyboard and mouse included.
desktop | 148,000 | UN | Dell OptiPlex full set with 20 inch monitor | Core i5, 8GB RAM, 500GB. Ideal for a business centre or JAMB practice. I have four sets and can reduce the price if you take all.
printer | 215,000 | NN | Epson EcoTank L3250 WiFi printer | Print from your phone. Ink bottles last thousands of pages, so no cartridge palaver. New in box.
printer | 128,000 | UF | HP LaserJet P1102 black and white | Small and fast, cartridge just refilled. I closed my business centre. Come with a document and test it.
keyboard | 38,000 | NF | Logitech K380 Bluetooth keyboard | Switches between three devices with one button. New, sealed. Works with iPad and Android.
tv | 945,000 | NF | LG 55 inch 4K UHD Smart TV, 2025 model | New with two years LG warranty. WebOS with Netflix, YouTube and Magic Remote. Wall bracket is free.
tv-green | 385,000 | NN | Hisense 43 inch Smart Full HD TV | Crystal clear and light-friendly, it works well on my 1kVA inverter. Sealed carton. Delivery and mounting can be arranged.
tv | 265,000 | UN | Samsung 40 inch LED TV with wall bracket | Not smart but the picture is beautiful. Used in the guest room, hardly on. Remote and stand are complete.
tv | 1,850,000 | NF | Samsung 65 inch Crystal UHD, official warranty | Direct from a Samsung distributor. It comes in its box and our technician will install. Receipt with your name on it.
tv-green | 158,000 | NF | Royal 32 inch LED TV with free bracket | New, low current. Two HDMI and one USB. Good for bedroom, salon or a small shop.
tv | 560,000 | UN | TCL 55 inch QLED Google TV, 10 months old | No line, no shadow. I am moving out of the country in January and cannot carry it. Box is still here.
camera | 720,000 | UN | Canon EOS 250D with 18-55mm lens | Shutter count a little above nine thousand. Clean sensor, no fungus. Bag, two batteries and 64GB card included.
camera | 1,950,000 | UN | Sony A7 III body only, clean sensor | Wedding photographer upgrading. Body has normal signs of use on the grip, everything else is perfect. Three batteries go with it.
camcorder | 310,000 | UN | Sony Handycam FDR-AX33 4K | Used to stream our church services. Long battery, charger and tripod included. Zoom is very smooth.
headphones | 145,000 | UN | Sony WH-CH720N noise cancelling headphones | Light on the head for long flights. Used about ten times. Cable and pouch available.
headphones-black | 62,000 | NF | JBL Tune 520BT wireless headphones | Original JBL, 57 hours battery. Sealed with hologram. Black and blue available.
console | 745,000 | UN | PlayStation 5 disc edition with 2 pads | Clean, no overheating. FC 25 and Mortal Kombat are installed on my account and I will leave them for you. Comes with box.
console | 365,000 | UN | PS4 Slim 1TB with 12 games | Games already inside, just plug and play. Two original pads, one has a slightly loose stick. Very silent.
gamepad | 68,000 | NF | PS4 DualShock pad, original | New in pack, not refurbished. One month warranty for drift. Bring your console and test.
gamepad-red | 58,500 | UN | Xbox wireless controller, Pulse Red | Works with PC and phone by Bluetooth. Grip is still textured. Batteries inside.
speaker | 118,000 | NF | JBL Charge 5 Bluetooth speaker, blue | Sealed original. It is waterproof and the bass is serious. Can charge your phone too.
speaker-red | 46,000 | NN | Zealot S51 Pro party speaker, red | Loud enough for a small birthday. USB, memory card, FM and Bluetooth. New.
speaker-black | 265,000 | UN | JBL PartyBox 110 with microphone | Only used at two family events. Lights and all buttons work. Microphone goes with it for free.
microphone | 78,000 | NF | Fifine USB podcast microphone kit | Arm stand, pop filter and cable complete. Perfect for voice-over and online teaching. New.
fridge | 425,000 | NF | Hisense 205 litre double door fridge | New with two years warranty on compressor. It retains ice even when light goes off for hours. Silver colour.
fridge-dark | 1,180,000 | UN | LG side by side refrigerator 594L, black | Water dispenser in front, inverter compressor. Three years old and serviced. You need a van and two strong men.
fridge | 185,000 | UN | Nexus bedside fridge 93 litres | Cools well and makes small ice. I moved in with my spouse who already has one. There is one dent on the left side.
freezer | 398,000 | NN | Haier Thermocool 200L chest freezer | Turbo cooling, freezes overnight. New in carton. Good for sachet water, fish and drinks sellers.
freezer | 230,000 | UN | Scanfrost 150L deep freezer | Used one year in my cold room business. Gas is complete and the rubber seal is tight. Come and see it working.
washing-machine | 468,000 | NF | LG 8kg front load washing machine | Direct drive motor with ten years motor warranty. Quiet, uses little water. Free hose and connection.
washing-machine | 185,000 | UN | Midea twin tub 8kg washing machine | Wash and spin are both strong. Selling because our new place has a laundry room. Pipe included.
air-conditioner | 365,000 | NF | Hisense 1HP split AC copper coil | Installation kit inside. Low voltage start, very good for areas with poor light. Our engineer can fix it the same day.
air-conditioner | 245,000 | UN | LG Gencool 1HP inverter AC, fairly used | Runs on small generator. Serviced and gassed two weeks ago. Indoor and outdoor units complete.
fan | 58,000 | NF | OX 18 inch industrial standing fan | Real OX with strong breeze. It can blow away a whole parlour of heat. New in carton.
fan | 72,000 | NN | Rechargeable standing fan with solar panel | Up to nine hours on low speed. Has USB for phone charging and a bulb. A lifesaver in this heat.
gas-cooker | 265,000 | UN | Maxi 4 burner gas cooker with oven | Oven bakes evenly, I used it for small chops. All burners light with the auto switch. Cylinder not included.
gas-cooker | 585,000 | NF | Scanfrost 5 burner standing cooker, 90x60 | Wide cooker for a big kitchen. Stainless top, grill and lamp. New with warranty.
microwave | 98,000 | NF | Hisense 20L microwave oven, silver | New, simple two-knob control. Warms food in two minutes. You can pay on delivery within town.
blender | 68,500 | NF | Kenwood blender with grinder mill | Crushes pepper and beans without stress. Two cups for the dry mill. Original, not the local one.
blender | 34,000 | UN | Binatone blender, one year old | Jug has no crack. It grinds egusi well. I received two as wedding gifts, so this one has to go.
iron | 21,500 | NF | Philips steam iron, non-stick | Heavy steam, does not burn clothes. New in pack. Purple colour.
generator | 345,000 | NN | Elepaq 3.5kVA key starter generator | 100 percent copper coil. Carries fridge, TV and fans together without breathing hard. Battery and tyres included.
generator | 128,000 | UN | Tiger TG950 small generator, "I better pass my neighbour" | Starts at one pull. Serviced with new plug and oil. Fuel economy is the best in the compound.
generator-yellow | 880,000 | UN | Firman 8kVA petrol generator, dual coil | Used only when NEPA failed for days. Clean engine, no smoke. Can run a 1.5HP AC.
solar-panels | 118,000 | NF | Jinko 450W monocrystalline solar panel | Grade A panel with flash test report. Price is per panel. We have up to forty in stock.
solar-panels | 1,650,000 | NN | 3.5kVA solar system complete with 4 panels | Hybrid inverter, lithium battery 5kWh and four 550W panels. It runs my whole flat except the iron. I can show you the readings.
inverter | 485,000 | UN | Luminous 1.5kVA inverter with 2 batteries | Batteries are 220Ah tubular, eighteen months old. Lasts the night with fan, TV and bulbs. Trolley is free.
inverter | 265,000 | NN | Felicity 220Ah gel battery, new | Deep cycle gel, no water to top. One year replacement warranty. I deliver to Ibadan and Lagos. | Ogun/Sagamu
radio | 28,000 | NF | Sony rechargeable radio with USB | Papa will love this one. FM, AM, short wave and memory card. Battery can be changed.
pos-terminal | 42,000 | UF | Android POS machine, unlocked | Ready to be mapped to your own bank or aggregator. Paper roll holder and charger complete. Battery strong.
`
