/** See ../goods.ts. */
export const kids = {
  kinds: `
75000 | Baby stroller | 3 in 1, foldable, Graco, twin, with car seat, Chicco
9000 | Baby clothes | set, newborn, 0-3 months, 6-12 months, gift box, bundle
60000 | Kids bicycle | size 16, size 12, size 20, with training wheels, BMX
90000 | Baby cot | wooden, with mattress, bedside, playpen, convertible
40000 | Car seat | Graco, Maxi-Cosi, booster, 0-4 years, infant carrier
15000 | School bag | trolley, spiderman, frozen, with lunch box, set of 3
11000 | Diapers | Huggies size 4, Molfix jumbo, Pampers newborn, pull ups
13000 | Toys | Lego, doll house, remote car, building blocks, educational, play set
120000 | Ride on car | electric, jeep, with remote, 12V
28000 | Baby walker | musical, foldable, 3 in 1, wooden
35000 | Breast pump | electric, Medela, manual, Tommee Tippee
8500 | Feeding bottles | Avent, Tommee Tippee, set of 4, anti colic
7500 | School uniform | primary, pinafore, shorts, socks and shoes
22000 | High chair | foldable, plastic, wooden, 2 in 1
18000 | Kids shoes | sneakers, school sandals, Clarks, size 28, princess
160000 | Trampoline | 6ft, 8ft, with net, indoor
`,
  extras:
    'pink, blue, for girls, for boys, unisex, UK used, like new, yellow, with box, 1-3 years, grey, newborn, complete, washable',
  words:
    'baby, toddler, months, years, boy, girl, mum, safe, washable, cotton, soft, wheels, battery, foldable, straps, outgrown, used once, smoke free, toys, colours, school, nursery, gift, feeding, sleep, newborn, comfortable, pram, harness, tested, non toxic, sizes, twins, christening, hospital bag, milk, cream, wipes, playground, learning, alphabet, birthday, brand new in box',
}
