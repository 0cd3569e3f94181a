/** See ../goods.ts. */
export const fashion = {
  kinds: `
22000 | Ankara gown | maxi, short, with lace, bubu, for children, mermaid, off shoulder
35000 | Nike | sneakers, Air Force 1, Air Max 90, slides, Jordan 4, tracksuit, Dunk Low, football boots
28000 | Adidas | slides, sneakers, Yeezy 350, Samba, Superstar, tracksuit, polo
45000 | Senator wear | two piece, with embroidery, black, sky blue, kaftan
30000 | Wrist watch | Casio, Rolex design, for men, leather strap, chain, for ladies, smart
26000 | Handbag | leather, tote, for ladies, crossbody, Zara, Michael Kors, clutch
40000 | Human hair wig | bone straight, frontal, 12 inches, 18 inches, pixie curls, closure, double drawn
33000 | Leather shoes | brogues, loafers, Oxford, for men, half shoe, Clarks, Italian
65000 | Agbada | three piece, white, complete with cap, brocade, aso oke
12000 | Jeans trouser | for men, high waist, mom fit, stock, baggy, ripped
7000 | T-shirt | plain, polo, round neck, up and down, Gucci, vintage
48000 | Lace fabric | 5 yards, Swiss voile, sequins, French, cord
18000 | High heels | block, stiletto, 4 inches, sandals, wedge
90000 | Gold jewellery | necklace set, earrings, 18k ring, bracelet, anklet
38000 | Suit | two piece, three piece, Turkish, slim fit, tuxedo
15000 | Perfume | Oud, 100ml, Arabian, gift set, oil, Zara
120000 | Wedding gown | with tail, ball gown, mermaid, for rent
24000 | Aso oke | complete set, gele and ipele, for groom
9000 | Gucci | cap, belt, slides, sunglasses
11000 | Sunglasses | Ray-Ban, for men, for ladies, unisex
`,
  extras:
    'size 43, size 42, size 44, size 10, size 12, XL, medium, black, white, red, brown, wine, ladies, men, unisex, stock, royal blue, emerald green, nude, size 38, size 40',
  words:
    'size, colour, quality fabric, sewn, ready to wear, wholesale, retail, stock, thrift, okrika, first grade, cotton, lace, design, classy, luxury, wears, ladies, men, unisex, nationwide delivery, waybill, order, measurement, tailor, slim fit, durable, original leather, sole, straps, gift, birthday, owambe, wedding, casual, office, stretchy, soft, length, inches, closure, density, fade proof, pieces, available in all sizes, bulk buyers',
}
