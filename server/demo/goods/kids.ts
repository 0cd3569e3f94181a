export const kids = `
pram | 85,000 | UN | Baby stroller, foldable, teal | Used for six months, then he refused to sit. All wheels turn well. Washed and sun dried.
pram-pink | 135,000 | NF | 3 in 1 travel system, pink | Stroller, carrycot and car seat. Brand new in box. Five point belt.
cot | 98,000 | UN | Wooden baby cot with mattress | Solid wood, no sharp edges. Height can be adjusted in two steps. Net included.
cot | 165,000 | NN | Convertible cot bed, oak, with drawer | Becomes a toddler bed later. New and made by us. Paint is safe for babies who bite.
teddy | 22,000 | NF | Giant teddy bear, 1 metre, brown | Very soft and does not shed. Can be delivered as a surprise with a note. New.
teddy | 8,500 | UF | Set of soft toys, washed and clean | Bear, dog and rabbit. My daughter is now a big girl of nine. All eyes complete.
toy-car | 185,000 | NN | Electric ride-on car with remote, red | Two motors, music and seat belt. Papa controls, child enjoys. Ages two to six.
toy-car-blue | 95,000 | UN | Ride-on jeep for kids, blue | Battery changed recently. One small sticker is missing. Charger included.
toy-car | 6,500 | NF | Rechargeable remote control car | Rubber tyres, climbs small stones. New. Wholesale available.
blocks | 9,500 | NF | Wooden ABC blocks, 48 pieces | Letters, numbers and pictures. Smooth finish. In a cotton bag.
blocks | 14,000 | NF | Building bricks tub, 500 pieces | Fits with the popular brand. Keeps them quiet for hours. New and sealed.
bottle | 12,500 | NF | Avent feeding bottles, set of 3 | Anti-colic, original with seal. Extra teats included. For new mothers.
bottle | 38,000 | UN | Electric breast pump with bottles | Sterilised and tested. Quiet motor, rechargeable. Replacement parts are easy to find.
train | 24,500 | NF | Train set with tracks, lights and sound | Twenty track pieces. Uses two batteries. A birthday winner.
school-bag | 11,500 | NF | School bag with lunch box, blue | Strong zip, padded back. For primary one to four. Back to school price.
school-bag | 16,000 | NF | Trolley school bag for heavy books | Wheels light up when moving. Can be carried on the back too. New.
kids-bicycle | 58,000 | NF | Children's bicycle 16 inch with side wheels | For ages four to seven. Bell and basket. Assembled free.
kids-bicycle | 34,000 | UN | Kids bicycle 20 inch, purple | Tyres pumped and brakes are fine. A bit of rust on the chain guard. Still plenty of riding left in it.
kids-clothes | 15,000 | UN | Bundle of 10 boys tops, age 4 to 6 | Next and Primark, grade A. No stains. Selling as one bundle.
kids-clothes | 7,500 | NF | Baby starter pack, 12 pieces, unisex | Vests, socks, caps and rompers. Pure cotton. Comes in a small bag.
kids-dress | 13,500 | NF | Flower girl dress with petticoat | Sizes 2 to 10 years. Zip and bow at the back. Other colours take four days.
kids-dress | 5,000 | UF | Ball gown for girls, age 5, coral | Used for one birthday. Washed by hand. Shoes not included.
scooter2 | 28,000 | NF | Kick scooter for kids, adjustable | Carries up to 50 kg. Back brake is strong. Blue.
dinosaur | 12,000 | NF | Set of 12 dinosaurs, rubber | Big ones, safe to chew. Comes with names, so that you too will learn. New.
puzzle | 6,000 | NF | Map of Nigeria wooden puzzle | All 36 states and Abuja as pieces. Children learn capitals while playing. Made in Ibadan. | Oyo/Ibadan North
abacus | 7,800 | NF | Abacus and counting frame | For nursery schools and home. Ten rows of beads. Bulk price for proprietors.
skates | 32,000 | UN | Roller skates with knee guards, size 35 to 38 | Adjustable. Used twice at the stadium. Wheels are like new.
`
