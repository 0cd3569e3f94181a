export const fashion = `
ankara | 18,500 | NF | Original Hitarget Ankara, 6 yards | Soft wax that does not fade when you wash it. Many designs, this is the blue, red and gold set. Aso ebi discount from ten pieces.
ankara | 42,000 | NN | Vlisco Super Wax 6 yards, Hollandais | Authentic with label and code. Came from my mother's shop, she is clearing stock. Heavy and shining.
lace | 165,000 | NN | Swiss voile lace 5 yards for owambe | Stoned by hand and not by machine. Five colours, I can send you all the pictures. Perfect for mother of the bride.
lace | 58,000 | NF | Cord lace, 5 yards, assorted colours | Beautiful for wedding guests. The stones do not fall off. Gele to match is ten thousand more.
aso-oke | 95,000 | NN | Hand-woven Aso Oke set, Iseyin weavers | Iro, ipele, gele and fila for couple. Choose your colours, weaving takes nine days. Woven by my own family. | Oyo/Iseyin
aso-oke | 48,000 | UF | Aso Oke gele and ipele, worn once | Wine, blue and gold, worn at my introduction. Kept in a nylon since then. No stain.
kaftan | 38,000 | NN | Men's senator kaftan, navy with embroidery | Italian cashmere material, sewn with clean finishing. Sizes M to XXL. I also sew to your measurement in four days.
kaftan-white | 52,000 | NF | White kaftan for Jumma'at and weddings | Soft cotton, the thread work is in off-white. Trouser included. Ready made in L and XL.
kaftan-wine | 46,500 | NN | Wine senator set with matching cap | Looks rich in pictures. I have only five left. Please send height and chest size.
kaftan | 85,000 | UN | Complete agbada, royal blue, size L | Worn to one wedding and dry cleaned. Three piece with big embroidery. Cap is free.
gown | 62,000 | NN | Adire silk boubou, hand dyed in Abeokuta | Flowing free size gown that fits 10 to 18. Real indigo, wash it alone the first time. No two pieces are the same. | Ogun/Abeokuta South
gown | 24,000 | NF | Ankara mix gown with pockets | Lined inside, with hidden zip. Sizes 8 to 16. Everybody asks me where I bought mine.
dress | 32,000 | NF | Blue dinner dress, size 10 to 14 | Stretch scuba that holds the body well. New with tag. Nice for birthday shoots.
dress-red | 18,000 | UN | Burnt orange bridesmaid dress | Worn for four hours only. It has a corset back so it can fit two sizes. Dry cleaned.
dress-green | 27,500 | NN | Emerald satin dress, midi length | Heavy satin with no see-through. Bought online but it came one size small. Size UK 12.
dress-red | 145,000 | UN | Reception dress by a Lagos designer | Hand beaded, includes the belt. I am size 12 with heels of 5 feet 8. You can fit before you pay.
blouse | 9,500 | NF | Chiffon blouse for office, many colours | Light and easy to iron. Sizes S to XXL. Buy three and pay for two and half.
blouse-lilac | 7,000 | UF | Bundle of 5 tops, size M | Okrika first grade, picked by hand. No stain, no tear. Ideal for a student.
shirt | 16,500 | NF | TM Lewin striped shirt, brand new | Cotton that breathes in this weather. Collar sizes 15 to 17.5. Tie is not included, before you ask.
shirt | 75,000 | NN | Men's two piece suit, slim fit, navy stripe | Turkish suit with the tag on it. Sizes 48 to 56. Free adjustment of trouser length.
tshirt | 8,000 | NF | Plain cotton T-shirts, 220gsm, wholesale and retail | Thick, does not lose shape. We also print your logo. Minimum for wholesale is twelve.
tshirt-orange | 12,500 | NF | Naija street style T-shirt, unisex | Designed by us in Yaba. Screen print that will not peel. Pick size when you order. | Lagos/Lagos Mainland
jeans | 14,000 | UN | Levi's 501 jeans, waist 32 and 34 | Grade one from bale, both in very good condition. Blue is still deep. Price is each.
jeans | 11,500 | NF | Stretch jeans for ladies, high waist | No fade. Sizes 8 to 18. Exchange is allowed if the size is wrong.
jacket | 28,000 | UN | Men's trench coat for harmattan or travel | I used it in Manchester for one winter. Warm and clean. Large size.
sneakers | 48,000 | NF | Nike Air Max, grey and purple, size 40 to 45 | Quality grade with box. Sole is stitched, not just gum. See more colours on request.
sneakers-red | 65,000 | UN | Adidas Ultraboost size 43, coral | Original from outlet store, with receipt. Worn for gym about six times. Too tight for me.
sneakers-green | 22,500 | NF | Light running shoes for ladies, mint | Very comfortable for standing work. Sizes 37 to 41. Nurses love them.
brogues | 55,000 | NN | Handmade leather shoes from Aba, brown | Full leather with leather sole, made by my own hands. One year repair for free. Sizes 39 to 46. | Abia/Aba South
brogues-black | 38,000 | NF | Black Oxford shoes, corporate | For bankers and lawyers. Padded inside, does not bite. Made in Nigeria and proud of it.
heels | 26,000 | NF | Red court heels, 4 inches | Stable heel and soft insole. Sizes 37 to 42. New in box.
heels-blue | 12,000 | UN | Royal blue heels size 39, worn once | Bought to match an aso ebi that I will not repeat. The sole has little marks. Clean otherwise.
sandals | 15,500 | NF | Block heel sandals, pink and nude | Easy to walk in, even to Balogun. Sizes 36 to 41. Restocked this week.
slippers | 8,500 | NN | Pam slippers, handmade leather | Durable, unisex, with your name on request. Sizes up to 47. Bulk for wedding souvenirs.
boots | 34,000 | NF | Safety boots with steel toe | For site and oil company people. Oil resistant sole. Sizes 40 to 46.
handbag | 42,000 | NF | Two-tone leather handbag | Roomy enough for a small laptop. Strong zip and long strap inside. Brown and cream.
handbag-red | 68,000 | UN | Aldo handbag, wine, like new | Gift from abroad, used for one dinner. Dust bag available. No scratch on the gold parts.
clutch | 11,000 | NF | Pink clutch purse for owambe | Holds phone, powder and transfer alert. Chain strap included. Matches most lace.
briefcase | 38,500 | UN | Leather briefcase, brown | Solid old-school type that will outlive all of us. Key is complete. Small wear at the corners.
backpack | 21,000 | NF | Anti-theft laptop backpack, 15.6 inch | USB port by the side, water resists well. Red and black. One year on the zip.
luggage | 65,000 | NN | Set of 3 travelling boxes, blue | ABS hard case with four wheels. 20, 24 and 28 inches. Number lock.
watch | 58,000 | UN | Fossil men's watch, blue dial | New battery last month. Leather strap is blue. Box and card are here.
watch-gold | 145,000 | UF | Seiko 5 automatic, green dial | Keeps good time, serviced this year. Light scratches on the clasp. I have two and only one hand.
sunglasses | 9,500 | NF | UV400 sunglasses, polarised | Dark lens for driving. Pouch included. New.
glasses | 18,000 | NF | Anti blue light glasses, frame only or with lens | Light on the nose. We can fix your prescription within a day. Eye test is free on Fridays.
ring | 285,000 | NN | 18 carat gold engagement ring with stone | Comes with receipt and test at any jeweller. Size 7, resizing possible. She said yes to another one.
beads | 75,000 | NN | Coral beads set for Edo and Igbo brides | Real coral: neck, two hands and crown. Rent is also possible at twenty-five thousand. Packed in a box. | Edo/Oredo
cap | 6,500 | NF | Face cap with embroidery, blue | Adjustable. We can put your name or brand on it. From twelve pieces the price drops.
hat | 13,500 | NF | Straw fascinator hat with ribbon | For church and garden weddings. Light and firm. Ribbon colour can be changed.
lipstick | 5,500 | NF | Matte lipstick set, long lasting | Shades chosen for dark and chocolate skin. Does not crack your lips. New and sealed.
perfume | 32,000 | NF | Arabian perfume for women, 100ml | Sweet vanilla and rose. People will greet you twice. Original Lattafa, sealed.
perfume-amber | 28,500 | NF | Oud perfume oil for men, 100ml | Warm oud and amber, lasts till the next day. Tester is in the shop. Sealed bottles only.
`
