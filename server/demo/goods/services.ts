export const services = `
tools | 15,000 | NN | Generator and small engine repairs at home | I come with my tools and fix it in your compound. All makes from Tiger to Firman. Call-out fee is removed when you repair with me.
mechanic | 20,000 | NN | Toyota and Honda mechanic, computer scan | Twelve years at the same workshop. Scanning, servicing, suspension and AC. You see the old part before I change it.
mechanic | 25,000 | NF | Full car servicing, oil and filters included | Done in your office car park while you work. Price is for 4 cylinder with quality oil. Book a day before.
chef | 180,000 | NN | Small chops and catering for 50 guests | Samosa, spring rolls, puff-puff, mosa and peppered meat. Clean kitchen and trained servers. Tasting by appointment.
chef | 45,000 | NF | Home cook: soups and stews in bulk, weekly | I cook five bowls of your choice in your kitchen. You buy the ingredients or I do. Egusi, ogbono, afang, ayamase.
teacher | 30,000 | NN | Home lesson teacher, primary and JSS, per month | Three times a week, two hours. B.Ed in English and a lot of patience. Common Entrance results on request.
teacher | 50,000 | NF | WAEC and JAMB maths, physics and chemistry tutor | Small classes of six at my centre or one-on-one. Most of my last set scored above 260. Saturday class is free to try.
teacher | 40,000 | NN | Learn Hausa or French, online or physical | For NYSC corps members, traders and children. Twelve lessons a month. Certificate at the end, if you do the homework.
coder | 250,000 | NN | Business website and online shop, ready in 7 days | Mobile friendly, with Paystack and WhatsApp button. One year hosting included. See samples of my past work first.
coder | 15,000 | NF | Laptop repairs and Windows installation | Screen, keyboard, hinge and battery. Same day for software. No fix, no pay.
builder | 3,500 | NN | Bricklaying, plastering and POP, per square metre | Site experience since 2009, with my own team. We work from foundation to finishing. Old and new sites can be visited.
builder | 85,000 | NN | Interlocking stones supply and laying | Good vibrated stones, several shapes. We measure before price. Labour only is also possible.
hair | 12,000 | NF | Knotless braids, home service available | Small, medium and jumbo. I am fast and I do not pull your edges. Attachment not included.
hair | 18,500 | NN | Frontal installation and wig revamping | Melt that nobody will detect. Bring your wig or buy from me. Appointment only, from 9 am.
nails | 8,000 | NF | Acrylic and gel nails, pedicure and lashes | Clean tools and a calm place. Designs from your own picture. Home service in the same area.
barber | 3,000 | NF | Home service barber for men and children | Sterilised clippers and new blade each time. Patient with small boys. Beard trimming included.
tailor | 15,000 | NN | Tailoring: native, gowns and school uniforms | Neat finishing and I keep to date. Bring material or choose from mine. Express in 48 hours costs a little more.
tailor | 25,000 | NN | Fashion design training, 3 months, per month | Pattern drafting to finished garments. Machine provided in class. You sew your own graduation dress.
cleaning | 35,000 | NN | Deep cleaning for homes and offices | Post-construction, move-in, sofa and rug washing. Five staff with uniforms and machines. Price is from a mini flat.
cleaning | 18,000 | NF | Fumigation against roaches, bedbugs and rats | Odourless and safe for pets after two hours. Three months warranty. We send a reminder.
photographer | 120,000 | NN | Wedding and event photography, full day | Two photographers, edited pictures in ten days. Printed album can be added. I travel to any state.
cake | 38,000 | NN | Birthday cakes, buttercream and fondant | Moist vanilla, red velvet or chocolate. Order three days before. Toppers are free.
jollof | 75,000 | NF | Party jollof in coolers, feeds 25 | Firewood taste guaranteed. With chicken or beef and moi moi. Delivered hot.
jollof | 2,500 | NF | Office lunch packs, daily delivery | Rice, swallow and beans menu that changes every day. Minimum five packs. Order before 10 am.
party | 60,000 | NN | Balloon decor, canopies, chairs and tables for rent | Clean covers and on time. We also do backdrop and lighting. Book early for December.
dj | 100,000 | NN | DJ and MC with sound system | Afrobeats, highlife, gospel, fuji, I play for your crowd. Two big speakers and lights. Backup generator available.
moving | 55,000 | NN | House moving with truck and loaders | We wrap, carry and arrange. Inter-state too. Nothing of yours will break, and if it does we pay.
plumbing | 10,000 | NN | Plumber: leaks, water heater, pumping machine | Quick response, also on Sundays. I give receipt for all materials. Borehole installation is priced separately.
electrician | 12,000 | NN | House wiring, inverter and prepaid meter issues | COREN registered supervisor. No guess work, I test with instruments. Emergency at night is possible.
design | 10,000 | NF | Logo, flyer and social media designs | Three drafts and free corrections. Ready the next day. Church flyers at half price.
dish | 9,000 | NF | DStv, GOtv and CCTV installation | Decoder alignment and camera on your phone. Cables are extra per metre. One month service guarantee.
keyboard2 | 30,000 | NN | Piano and voice lessons for beginners, monthly | Two lessons weekly, children and adults. You can practise on my keyboard. First lesson is free.
solar-panels | 75,000 | NN | Solar installation and load survey | We count your load, then advise, never the other way. Neat cable work with proper earthing. Warranty on workmanship for one year.
`
