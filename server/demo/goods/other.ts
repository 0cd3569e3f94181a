export const other = `
dog | 85,000 | NN | Boerboel puppies, 8 weeks, vaccinated | Two males and one female left. Dewormed, first DHLPP given. Mother and father are on site.
dog | 45,000 | NN | Lhasa and local mix puppy, playful | Friendly with children. Eats rice and dog food. Good home only.
cat | 25,000 | NF | Ginger kitten, litter trained | Three months old and already chases rats. Vaccination card available. Comes with a small ball.
chickens | 9,500 | NN | Matured broilers and old layers, live weight 3kg | Raised on clean feed. We can dress it for small fee. Discount from twenty birds.
chickens | 1,250 | NF | Day-old chicks, Arbor Acres, per chick | Hatch every Wednesday. Minimum of fifty. Vaccinated for Marek.
goat | 78,000 | NN | Healthy West African Dwarf goat | Good for naming ceremony or breeding. Eats everything, guard your slippers. Delivered alive. | Imo/Owerri North
ram | 285,000 | NN | Big Balami ram for Sallah | White, strong horns, about 70 kg. I can feed it till the day for you. Come and choose. | Borno/Maiduguri
ram | 165,000 | UN | Uda ram, medium size | Well fed, no illness. Price is lower for two. Available on the farm every day. | Sokoto/Wamako
cow | 850,000 | NN | White Fulani bull, 300 kg | Ideal for burial or wedding. Sharing between seven can be arranged. Vet has seen it. | Adamawa/Yola South
rabbit | 12,000 | NN | New Zealand white rabbits for breeding | Four months old. Cage can be made. Meat is also available weekly.
fish | 3,200 | NF | Live catfish, table size, per kg | Harvest is every Friday from our ponds. Smoked one also available. We deliver from 10 kg. | Delta/Uvwie
maize | 58,000 | NN | Dry yellow maize, 100 kg bag | New harvest, moisture is low. Good for feed and pap. Truck loads from Funtua. | Katsina/Funtua
yam | 95,000 | NN | Sweet potatoes and tubers from the farm, per bag | Orange flesh type, washed and sorted. Harvested on Tuesday. Restaurant supply is our thing. | Plateau/Mangu
tomato | 45,000 | NN | Fresh tomatoes, big basket | From Zaria, firm and red. Arrives every Monday and Thursday. Pepper can be mixed in. | Kano/Kura
rice | 88,000 | NF | Stone-free local rice, 50 kg | Parboiled, long grain. It swells well and has no smell. Cook a cup first if you doubt it. | Ebonyi/Abakaliki
rice | 62,000 | NF | Ofada rice, 25 kg, well picked | The real one with the aroma. Free of stones. Sauce recipe comes with it. | Ogun/Obafemi Owode
honey | 7,500 | NF | Pure wild honey, 1 litre | From our hives in Mambilla, not cooked with sugar. NAFDAC number on the label. It can crystallise and that is normal. | Taraba/Sardauna
groundnut | 52,000 | NN | Raw groundnut, 50 kg bag, Kampala type | Clean, oil rich. Good for kuli-kuli and for roasting. New crop. | Jigawa/Dutse
drum | 65,000 | NF | Talking drum and djembe, hand carved | Goat skin and real wood. Tuned before delivery. I teach the first rhythm for free.
drums | 385,000 | UN | 5 piece drum set with cymbals | Church upgraded to electric. Pearl hardware, heads changed last year. You need a bus to carry it.
guitar | 98,000 | NN | Electric guitar with amp for beginners | Bag, strap, picks and 10 watt amp. New. Strings are light so your fingers will survive.
guitar | 185,000 | UN | Yamaha Pacifica, red, very clean | Bought in London and played at home only. Frets are good. Reason is that I now play bass.
saxophone | 295,000 | UN | Alto saxophone with hard case | Pads changed recently. Reeds and mouthpiece included. Good for school band.
keyboard2 | 245,000 | UN | Yamaha PSR-E373 keyboard with stand | 61 touch sensitive keys. Adapter and bag complete. Two years in our choir.
football | 18,500 | NF | Original size 5 football, match type | Stitched, water resistant. Pump and net are included. Team orders welcome.
dumbbells | 54,000 | NF | Pair of 10 kg dumb-bells, rubber coated | Does not damage tiles. New. Benches also available.
dumbbells | 145,000 | UN | Complete home gym weights, 60 kg | Bar, plates and dumb-bells. My spirit is willing but the room is small. Bring help to carry.
boxing | 32,000 | NF | Boxing gloves and pads, 12 oz | Strong leather, firm wrist. Pink-red colour. New.
tent | 75,000 | UN | 4 person camping tent, waterproof | Used once at Yankari. All pegs are there. Easy to pitch. | Bauchi/Bauchi
telescope | 210,000 | UN | Telescope with tripod, 70mm | You can see the rings of Saturn from your balcony when there is no harmattan. Phone holder included.
water-tank | 145,000 | NF | 2000 litre water tank, black | Thick, UV protected, ten years guarantee. Delivery in town is free. 1000 litre also in stock.
paint | 38,500 | NF | Emulsion paint, 20 litres, washable | Any colour on the card. Covers two rooms. Painter can be recommended.
cement | 9,800 | NF | Cement 42.5R per bag, minimum 50 bags | Fresh from depot. Price includes offloading within the LGA. We supply till you finish.
bricks | 650 | NN | 9 inch vibrated blocks, per block | Strong, properly cured for seven days. Delivered from 500 blocks. Visit the yard and drop one.
ladder | 48,000 | UN | Wooden ladder, 14 feet | Hard wood, steps are firm. Finished my roof. Pick up only.
drill | 62,000 | UN | Impact drill and screwdriver set in case | Ingco, hardly used. All bits complete. Works on block wall.
vase | 95,000 | NN | Terracotta vase, hand painted | Made by a potter in Suleja. 60 cm high. No crack, packed in straw. | Niger/Suleja
wheelchair | 115,000 | UN | Foldable wheelchair, strong frame | Mama no longer needs it, thank God. Brakes and foot rests are okay. Light to carry.
cookware | 78,000 | NF | Granite non-stick pot set, 10 pieces | Works on gas and induction. Glass covers. New in carton.
cookware | 24,000 | UN | Big party pots, set of 3 | Thick local aluminium. Cooked for many weddings. Still straight and strong.
teapot | 16,500 | NF | Ceramic tea set for six, red | Pot, cups and saucers. No chip. Nice gift.
extinguisher | 28,500 | NF | 6 kg fire extinguisher, DCP powder | With gauge and bracket. Expiry date is five years away. We refill and train staff.
`
