/** See ../goods.ts. */
export const property = {
  kinds: `
1300000 | 2-bedroom flat | to let, for rent, all ensuite, serviced, newly built, in estate, upstairs, with parking
650000 | Self contain | for rent, newly built, with kitchen, shared compound, ensuite, for students
950000 | Mini flat | to let, for rent, all tiles, upstairs, newly renovated, in estate
2400000 | 3-bedroom flat | for rent, to let, serviced, with BQ, newly built, in estate, all ensuite
4500000 | Plot of land | for sale, 600sqm, 500sqm, 300sqm, half plot, dry land, with C of O, in estate, along expressway
85000000 | 4-bedroom duplex | for sale, fully detached, semi detached, with BQ, terrace, smart home, with swimming pool
1800000 | Shop space | for rent, in plaza, along main road, in complex, open plan
60000000 | 3-bedroom bungalow | for sale, fully detached, on full plot, with boys quarters
250000 | Room and parlour | for rent, self contained, face me I face you, tiled
45000 | Shortlet apartment | 1 bedroom per night, 2 bedroom per night, studio per night, 3 bedroom per night
3500000 | Office space | for rent, open plan, 100sqm, serviced, in plaza
7500000 | Warehouse | for rent, 1000sqm, 2500sqm, with loading bay, high roof
15000000 | Acres of land | farm land, for agriculture, 5 acres, 10 acres, with survey
150000000 | Block of flats | 6 flats, 4 flats, 8 mini flats, for sale, with tenants
180000000 | 5-bedroom duplex | fully detached, with cinema, waterfront, for sale, with elevator
120000000 | Filling station | for sale, 6 pumps, for lease, along highway
30000 | Event hall | 300 guests, 1000 guests, per day, with generator
280000 | Hostel space | bed space, 2 in a room, for female students, near campus
`,
  extras:
    'Lekki Phase 1, Ajah, Gwarinpa, Yaba, Ikeja GRA, Wuse 2, Magodo, Ikota, Bodija, Asokoro, Sangotedo, Surulere, Maitama, Gbagada, Festac, Lugbe, Trans Amadi, Oluyole, Jabi, Agungi, Berger, Kubwa',
  words:
    'spacious, ensuite, prepaid meter, constant light, borehole, treated water, security, tarred road, interlock, gated estate, kitchen cabinet, wardrobes, POP ceiling, parking space, governor consent, C of O, survey plan, agency fee, legal fee, caution deposit, service charge, landlord, tenants, inspection, boys quarters, balcony, tiles, water heater, drainage, fence, dry land, expressway, school, market, bus stop, serene environment, newly built, title documents, payment plan, swimming pool, gym, visitors toilet, per annum, upstairs',
}
