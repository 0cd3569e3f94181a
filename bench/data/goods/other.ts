/** See ../goods.ts. */
export const other = {
  kinds: `
30000 | Gas cylinder | 12.5kg, 6kg, 25kg, 3kg, with burner, 50kg
48000 | Palm oil | 25 litres, 50 litres, 10 litres, Zomi, drum
85000 | Puppy | Lhasa, Caucasian, Rottweiler, German shepherd, Boerboel, Eskimo
62000 | Rice | 50kg bag, Mama Gold, Ofada, Abakaliki, 25kg, foreign long grain
280000 | Treadmill | 2.5HP, foldable, commercial, with massager, manual
75000 | Sewing machine | Butterfly, Singer, industrial, Juki straight, overlock, two lion
20000 | Hair dryer | standing, Kiki, hand, hooded, salon
35000 | Dumbbells | set, 20kg, adjustable, 50kg, kettlebell
24000 | Barbing kit | clipper, Wahl, rechargeable, complete, Kemei
15000 | Broilers | live, frozen, point of lay, day old chicks, layers, cockerels
350000 | Keyboard piano | Yamaha PSR, Casio, Korg, 61 keys, with stand
65000 | Guitar | acoustic, bass, Yamaha, semi acoustic, electric
40000 | Yam | 20 tubers, 100 tubers, Benue, new
110000 | Industrial blender | 5 litres, grinding machine, 10 litres, garri press
9000 | Honey | 1 litre, pure, 5 litres, original
55000 | Football | pitch set, jersey set, boots, goal post
130000 | Popcorn machine | with wheels, gas, electric, shawarma grill
190000 | Goat | ram, big size, male, Sokoto, breeding pair
6000 | Shea butter | 1kg, raw, whipped, black soap, coconut oil
28000 | Water dispenser | hot and cold, tank 1000 litres, filter, with fridge
500000 | Drone | DJI Mini 2, Mavic Air, Mini 3 Pro, with 2 batteries
`,
  extras:
    'wholesale, original, home delivery, big, quality, per bag, imported, available now, nationwide, in stock, fresh, farm price, clean, pure, with warranty',
  words:
    'fresh, farm, litres, bags, kg, wholesale, retail, carton, cleaned, stone free, vaccinated, pedigree, papers, healthy, organic, packaging, export, machine, motor, steel, home use, commercial, gym, salon, shop, spare parts, restaurant, hotel, party, supply, bulk, store, keg, drum, pure, natural, no preservatives, dewormed, weeks old, male, female, breed, strong, heavy duty, warranty, watts, equipment, musical, church',
}
