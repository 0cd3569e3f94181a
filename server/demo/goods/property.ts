export const property = `
flats | 4,500,000 | NN | 3 bedroom flat to let, newly built, all en suite | Fitted kitchen, water heater in every bathroom and POP ceiling. Only four flats in the compound and each has its own prepaid meter. Rent is for one year, agency and caution apply.
flats-sand | 1,200,000 | UN | 2 bedroom flat upstairs in a calm street | Tiled floor, running water, burglary proof. Landlord does not live in the compound. Two minutes to the bus stop.
flats | 850,000 | UN | Spacious 2 bedroom flat, ground floor | Very big rooms, the type they no longer build. Light is band A around here. Rent is per annum.
flats-sand | 650,000 | UN | Mini flat (room and parlour) self contained | Own kitchen and toilet, own meter. Good road that does not flood. A working bachelor or couple is preferred.
flats | 7,500,000 | NN | Serviced 3 bedroom apartment with BQ | 24 hours light, gym, swimming pool and security. Service charge is separate. Viewing is from ten to four, Monday to Saturday. | Federal Capital Territory/Abuja Municipal
flats-sand | 1,600,000 | UN | 3 bedroom flat with big compound | Parking for four cars. Borehole with overhead tank. The last tenant stayed nine years before buying a house.
room | 280,000 | UN | Self contain room close to the university | Five minutes walk to school gate. Wardrobe, ceiling fan, prepaid meter. Ladies hostel next door, so it is peaceful. | Enugu/Nsukka
room | 35,000 | UF | Furnished short let room, per night | Clean sheets, WiFi, AC and inverter. Check-in from 2 pm. Discounts from one week.
room | 180,000 | UN | Single room in a face-me-I-face-you, clean | Ceiling was repainted this month. Shared kitchen for four tenants, well water inside. Monthly payment can be discussed.
house | 65,000,000 | NN | 4 bedroom semi-detached duplex with BQ | Certificate of occupancy. Fitted kitchen with hob, CCTV and a gate house. Part payment over three months can be arranged.
house-green | 38,000,000 | UN | 3 bedroom bungalow on a full plot | Solid old building, well fenced, with mango trees. Registered survey and deed. The owners are abroad and want a quick sale.
house-blue | 27,500,000 | UN | 2 bedroom bungalow with boys quarters | Tenanted now, so you start to earn from the first month. Good title. Inspection on weekends.
house | 145,000,000 | NN | 5 bedroom fully detached duplex, cinema room | Newly finished with swimming pool, solar and staff room. Governor consent in process. Serious buyers should come with their lawyer. | Lagos/Eti-Osa
house | 2,800,000 | UN | 4 bedroom detached house for rent | Family house in a gated street. All rooms en suite, big store, generator house. Two years is preferred.
house-green | 19,800,000 | UN | Uncompleted 4 bedroom bungalow at roofing level | Long span aluminium roof is on, windows not yet. Approved plan and receipts of all materials. I am selling to finish another project.
house-blue | 52,000,000 | NN | 3 bedroom terrace in a secure estate | Estate with school, shops and constant water. Initial deposit of 30 percent and balance over 12 months. Documents ready.
house | 95,000 | UN | Short let: 2 bedroom apartment, per night | Netflix, fast WiFi, equipped kitchen. Ten minutes from the airport road. Refundable caution fee of fifty thousand.
estate | 48,000,000 | NN | 3 bedroom terrace duplex, new estate | Good road, drainage and street light finished already. Title is C of O. Only two units left from the first phase.
estate | 3,200,000 | NN | 3 bedroom duplex to let inside mini estate | Dedicated transformer and two security men. Water is treated. No agent fee when you come direct.
estate | 22,000,000 | NN | 2 bedroom starter home with payment plan | Pay 5 million and spread the balance over 18 months. Ready to move in. Site inspection every Saturday morning.
estate | 110,000,000 | NF | Block of 4 flats fully tenanted, for sale | Each flat pays steady rent. Deed of assignment and survey. Good investment for people abroad.
offices | 6,000,000 | UN | Open plan office space, 120 square metres | Second floor with lift and central generator. Toilets are inside. Parking for five cars.
offices | 1,500,000 | UN | Two room office on a major road | Good for a law chamber, clinic or NGO. Signboard space in front. Rent per year.
shop | 450,000 | UN | Lock-up shop facing the road | Plenty of traffic from morning to night. Suitable for provisions, POS, boutique or barbing. Agreement for two years.
shop | 12,000,000 | NN | Shop inside plaza for outright sale | 16 square metres on the ground floor. The plaza has light from 8 am to 8 pm. Allocation paper available.
shop | 900,000 | UN | Warehouse-front shop with store at the back | Tiled, with roller shutter. Former supermarket space. Water and toilet inside.
hotel | 850,000,000 | UN | 24 room hotel for sale as a going concern | Fully furnished with hall, bar and kitchen. C of O in the name of the company. Accounts will be shown after a signed agreement.
warehouse | 15,000,000 | UN | Warehouse to let, 1,200 square metres | Forty-foot trailers enter and turn. Concrete floor, high roof, office block in front. Rent per annum.
building | 32,000,000 | UN | Commercial building at decking level | Foundation was done for three floors. Corner piece facing tarred road. Building approval is included.
plot-sale | 9,500,000 | NN | Dry land, one full plot 600sqm, fenced | No omonile trouble, family receipt and registered survey. Buildings all around. You can start work tomorrow. | Lagos/Ikorodu
plot-plots | 2,400,000 | NF | Plots in a new estate, 300sqm each | Dry land with good access. Instant allocation after full payment, or twelve months plan. Free bus for inspection.
plot-sale | 6,500,000 | UN | One acre of farmland near the river | Good for rice, fish or vegetables. Road passes in front. Community agreement is written and signed. | Anambra/Ogbaru
plot-sale | 18,000,000 | NN | Corner piece plot with C of O | 648 square metres on a tarred road, light and water are there. Selling because I am building somewhere else. Direct owner. | Federal Capital Territory/Bwari
plot-plots | 950,000 | NN | Half plot close to the new bypass | For early investors who can wait. Survey available. I have two of them side by side.
plot-sale | 3,800,000 | UN | Five acres for farming, cleared | Already ploughed once, cassava was on it last season. Price is for each acre. Village head will witness. | Benue/Makurdi
`
