/** See ../goods.ts. */
export const services = {
  kinds: `
25000 | House cleaning | deep cleaning, post construction, fumigation, office, move in
80000 | Wedding photography | with video, full day, pre-wedding, with drone, album
150000 | Catering | 100 guests, small chops, wedding, birthday, jollof and grills
15000 | Plumbing | repair, installation, borehole, leak, water heater
12000 | Generator repair | servicing, at your house, rewinding, big and small
180000 | Web design | business website, e-commerce, with hosting, school portal, WordPress
20000 | Home lesson | mathematics, primary, WAEC and JAMB, coding for kids, French
18000 | AC servicing | and repairs, gas refill, installation, split unit
60000 | House painting | screeding, per room, POP and painting, exterior
30000 | Makeup and gele | bridal, birthday, home service, photoshoot
35000 | Logistics and dispatch | rider, interstate, same day, haulage, moving van
45000 | Tailoring | native, school uniforms, alterations, bridal train
50000 | Graphic design | logo, flyers, branding, packaging, social media
40000 | Car rental | per day, with driver, wedding, airport pick up, bus
8000 | Phone repair | screen, battery, software, water damage
120000 | Solar installation | complete, 3.5kva, inspection, CCTV and solar, maintenance
70000 | Event decoration | wedding, balloon, traditional, birthday, hall
10000 | Barbing | home service, children, dreadlocks, salon
95000 | Visa and travel | Canada, UK study, flight booking, proof of funds advice
65000 | Tiling and bricklaying | per metre, interlock, bathroom, fence
`,
  extras:
    'affordable, 24 hours, professional, in Abuja, in Lagos, home service, certified, fast, trained, reliable, with guarantee, weekend, experienced, by experts, discount',
  words:
    'professional, experience, years, clients, appointment, home service, quote, materials, labour, team, punctual, reliable, guarantee, certificate, training, per hour, per day, booking, deposit, customers, event, satisfaction, maintenance, repair, installation, portfolio, trusted, affordable rates, weekends, referral, emergency, equipment, transport, location, company, registered, CAC, package, consultation, free inspection, offices, homes, schools, churches, hotels',
}
