export const furniture = `
sofa | 685,000 | NN | 7 seater fabric sofa set with lamp offer | Mahogany frame with high density foam. Choose your fabric colour, it takes two weeks. The standing lamp is free this month.
sofa-red | 245,000 | UN | 3 seater leather sofa, brown | Neat, no tear. It was in the office reception. Two people can carry it.
sofa-green | 420,000 | NF | Emerald velvet sofa, 3 + 1 + 1 | Ready in the showroom. Zip covers that can be washed. Delivery and fixing in town included.
sofa | 98,000 | UN | Sofa bed for small apartment, blue | Opens flat for visitors. Foam is still firm. Rarely used.
sofa-red | 1,150,000 | NN | Italian style sectional sofa | Recliner on both ends, real leather on the seat. Made to order by our carpenters in Agege. Photo is of the last customer. | Lagos/Agege
bed | 320,000 | NF | 6x6 upholstered bed frame with 2 side drawers | Headboard padded in suede. Slats are hardwood so it does not make noise. Mattress is separate.
bed | 145,000 | UN | 4.5x6 wooden bed, sturdy | Iroko wood from before they started using plywood. I can dismantle it for you. No termite.
bed | 265,000 | NN | 6x6 bed with storage under | Hydraulic lift for your boxes. Colour can be changed. Takes six working days.
bed | 62,000 | UN | Student bed 3x6 with mattress | Light metal and wood. Graduating and moving out, so first to pay takes it. Mattress is clean.
chair | 18,500 | NF | Solid wooden dining chair, price each | Mahogany, polished twice. Strong enough for uncles. Minimum of four.
chair | 42,000 | UN | Set of 6 restaurant chairs | Closed my canteen. All firm, two need small polish. Come with a pick-up.
dining-table | 385,000 | NN | 6 seater dining set, hardwood | Table and six padded chairs. Top is heat resistant. Ready for Christmas.
dining-table | 165,000 | UN | 4 seater dining table, oval | Brown with cream seats. One chair was repaired and it is now the strongest. We are downsizing.
wardrobe | 215,000 | NN | 3 door wardrobe with mirror | HDF board, soft close hinges. Hanging section and six shelves. Fixed free in your house.
wardrobe | 78,000 | UN | 2 door wardrobe, mahogany colour | Good condition, key complete. A little scratch by the side. Ground floor pick-up.
wardrobe-white | 340,000 | NF | White sliding wardrobe, 6 feet | Modern style with inner light. Space for couple. New and packed flat.
mattress | 185,000 | NF | Vitafoam Grand 6x6x12 mattress | Original with scratch code. Orthopaedic feel, good for back pain. Delivered in nylon.
mattress | 76,000 | NF | Mouka Flora 4.5x6x8 mattress | New, firm but soft on top. Free pillow. Call before coming so I keep one.
mattress | 45,000 | UN | Vono mattress 6x6, guest room | Hardly slept on. Cover removed and washed. Non smoker home.
bookshelf | 88,000 | NN | 5 step bookshelf, walnut | Holds law reports without bending. Can be split in two to carry. Books are not part of it, unfortunately.
desk | 125,000 | NF | Office desk with drawers and cable hole | 1.4 metres, with lockable drawers. Assembled at your place. Walnut or oak.
desk | 48,000 | UN | Study table for home or school | Neat, with one drawer. I did all my ICAN reading on it and passed. Lamp is optional.
tv-stand | 92,000 | NF | TV stand 5 feet with two cabinets | Takes up to 65 inch. Wooden legs and space for decoder. New.
tv-stand | 38,000 | UN | TV console, dark brown | Small scratch on the left door. Strong. Buyer picks up from second floor.
office-chair | 98,000 | NF | Ergonomic mesh chair, high back | Adjustable head rest, arms and back. Your waist will thank you. One year warranty on the gas lift.
office-chair | 74,000 | UN | Swivel chair, black mesh | Used in a startup office that moved. Wheels roll well. I have three.
mirror | 56,000 | NN | Gold frame wall mirror, hand made | 80 centimetres across. Safe packing in wood. Lovely by the entrance.
cabinet | 68,000 | UN | 2 drawer steel filing cabinet | Locks with one key. Heavy gauge metal. No rust.
painting | 85,000 | NF | Original landscape painting with frame | Acrylic on canvas of the hills in Obudu, painted by me. 60 x 60 cm. Ready to hang. | Cross River/Obudu
plant | 14,000 | NF | Potted plants for home and office | Snake plant, money plant and ficus. Clay pot included. I tell you how to water it.
door | 185,000 | NF | Solid security door, 4 feet | Made in Turkey with five bolts. Includes frame and keys. Installation is separate.
window | 42,000 | NN | Aluminium sliding window with net | Made to your size, price per square metre. Bronze or white. We measure on site.
lamp | 23,500 | NF | Bedside lamps, pair, warm light | USB port at the base. Low energy bulbs included. New in box.
`
