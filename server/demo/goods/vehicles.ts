export const vehicles = `
car-red | 5,850,000 | UN | Toyota Corolla 2009 LE, registered and sound | First body, buy and drive. Engine and gear are in perfect condition, AC chills from the first minute. Papers complete up to next year.
car-silver | 9,400,000 | UN | Toyota Camry 2010 tokunbo, accident free | Just landed, duty fully paid. Fabric seats, factory chilling AC, four new tyres. Bring your mechanic.
car-black | 16,800,000 | UN | Toyota Camry 2015 XSE, full option | Thumb start, leather, panoramic roof, reverse camera. Lagos cleared. It is as clean inside as you see outside.
car-blue | 4,200,000 | UN | Honda Civic 2008, first owner Nigeria used | Driven by one careful woman to work and back. Recently changed shock absorbers and brake pads. Small dent on the rear door.
car-silver | 3,950,000 | UN | Toyota Corolla 2005, still strong | Old but loyal. Engine never opened, oil changed every two months. Selling because the family has grown.
car-blue | 2,150,000 | UN | Nissan Almera 2004, good for Bolt | Fuel manager. AC is cold, all tyres are okay for another year. Documents valid.
car-silver | 7,250,000 | UN | Honda Accord 2012 EX-L, registered 2021 | Leather interior, thumb sensor, reverse camera. Gearbox selects well. Price is for quick sale.
car-black | 24,500,000 | UN | Mercedes-Benz C300 2016 4matic | Direct Belgium. Navigation, burmester sound, heated seats. No warning light on the dashboard, scan it if you like.
car-red | 6,300,000 | UN | Kia Cerato 2013, buy and drive | Very light on fuel. Interior is neat and the screen works with Bluetooth. I am travelling for studies.
car-blue | 11,900,000 | UN | Hyundai Elantra 2017, foreign used | Low mileage of 58,000 on the clock. Custom papers intact. The body has no story.
car-silver | 8,600,000 | UN | Toyota Avalon 2008, retired from corporate use | Belonged to our director and was serviced every 5,000 km. The ride is like sitting in a parlour. Leather has slight wear on the driver seat.
car-blue | 3,350,000 | UN | Volkswagen Golf 4 wagon, manual | Strong German car with big boot. Clutch plate and bearings just changed. Good for traders.
car-silver | 5,100,000 | UN | Toyota Matrix 2007, clean interior | Space for five and market load. New battery, new fan belt. AC chilling.
suv-black | 19,500,000 | UN | Lexus RX 350 2011, full option | Tokunbo standard. DVD at the back, electric boot, cold AC. One neat owner since it was cleared.
suv-blue | 12,700,000 | UN | Honda CR-V 2012 AWD, first body | Buy and start enjoying. Reverse camera and sunroof. I can drive it down to you for inspection in town.
suv-white | 33,000,000 | UN | Toyota Highlander 2017 XLE, pearl white | Third row seats, blind spot, lane assist. Duty paid, certificate available. Bought for my wife who prefers a small car.
suv-white | 8,950,000 | UN | Toyota RAV4 2008, sharp | No touch on the body. Gear is smooth and it does not overheat in traffic. Tyres changed in September.
suv-red | 6,800,000 | UN | Nissan X-Trail 2010, manual gear | Strong for village road. 4x4 works. AC needs a little gas, which is why the price is friendly.
suv-black | 68,000,000 | UN | Toyota Land Cruiser Prado 2018 TXL | Company vehicle with complete service history. V6 petrol. Inspection by appointment only.
suv-white | 17,200,000 | UN | Ford Edge 2014 Limited, clean | Panoramic roof, Sony sound, Lagos cleared. Engine light is off and will stay off. Swap with Corolla plus cash is possible.
suv-white | 14,300,000 | UN | Hyundai Santa Fe 2013, 7 seater | Family car, no smoking. All three rows are neat. New brake discs in front.
suv-blue | 4,650,000 | UN | Honda CR-V 2005 "Baby Boy" | My Baby Boy must go, I have paid for another car. Sound engine. Fuel gauge is lazy and I tell you now so there is no argument.
pickup | 28,500,000 | UN | Toyota Hilux 2014 double cabin diesel | Strong engine, used by an engineering firm. New bed liner. Four by four engages.
pickup | 15,900,000 | UN | Toyota Tacoma 2010, 4 cylinder | Economical pickup, very rare. Clean chassis, not from flood. Body has two small scratches.
pickup | 6,400,000 | UN | Ford Ranger 2008 single cabin | Farm work horse. Carries two tonnes without complaining. Papers are complete.
bus | 9,800,000 | UN | Toyota Hiace 2006 hummer bus, 18 seater | Interstate ready. Engine and gearbox sound, all seats intact. Owner retired from transport.
bus | 5,600,000 | UN | Toyota Sienna 2005, first grade | Seven seater for school run or Uber XL. Sliding doors work with button. AC front and rear.
bus | 21,000,000 | UN | Toyota Coaster 2008, 30 seater school bus | Used by a private school, only short distance. New paint. Can be transferred the same day.
truck | 13,500,000 | UN | Mitsubishi Canter 2004, long body | Carries blocks and cement daily. Injector pump serviced. Come with your driver and test it.
truck-green | 46,000,000 | UN | MAN Diesel TGA 6 cylinder truck head | European used, clean interior, 10 tyres. Ready for haulage. Serious buyers only.
truck | 18,400,000 | UN | Mercedes 911 tipper, rebuilt engine | Cylinder head rebuilt in July with receipts. Hydraulic is strong. Currently working so you can see it in action.
motorbike | 985,000 | NF | Bajaj Boxer BM150, brand new | Unregistered and zero km. Comes with helmet and toolbox. We also register at cost.
motorbike-blue | 620,000 | UN | Qlink Champion 150 dispatch bike | With delivery box. One year on the road, engine oil changed on time. Papers complete.
motorbike | 1,850,000 | UN | Yamaha FZ 2018 sport bike, low mileage | Weekend bike, kept indoors. New chain set. Sound is sweet and not too loud.
motorbike-blue | 745,000 | NN | TVS HLX 125, new with papers | Best fuel economy for okada business. Installment is not available, please. Free first service.
scooter | 480,000 | UN | Honda Activa scooter, automatic | No gear, just go. My sister used it in school at Zaria. Kick and button start are okay. | Kaduna/Zaria
tricycle | 3,250,000 | NN | TVS King Deluxe Keke, brand new | Zero km with particulars. Big engine and strong shock. We deliver to Kano, Kaduna and Jos. | Kano/Fagge
tricycle | 1,780,000 | UN | Bajaj RE Keke NAPEP 2021, sound | Single owner driver. Engine was never knocked. New tyres and canvas.
bicycle | 145,000 | UN | Mountain bike 26 inch, 21 speed | Belgian used, alloy frame. Brakes and gears are sharp. Pump included.
bicycle-blue | 92,000 | NF | City bicycle with basket, new | Assembled and tested. Nice for the estate and for exercise. Blue only.
tractor | 24,000,000 | UN | Massey Ferguson 375 tractor with plough | 75 horsepower, worked two seasons on a maize farm. Hydraulics strong, four tyres good. Harrow can be added. | Kaduna/Igabi
boat | 12,500,000 | UN | Fibre speed boat, 10 passengers, Yamaha 75 | Used for staff transfer on the river. Engine serviced every hundred hours. Life jackets go with it. | Rivers/Bonny
tyre | 148,000 | NF | Set of 4 tyres 205/55 R16, new | Fresh 2025 date on all four. Price is for the set. We fit and balance free at our shop.
tyre | 210,000 | UN | 17 inch alloy rims for Toyota, set of 4 | Original pull-out with no crack. Fits Camry and Avalon. Tyres on them are about 60 percent.
car-parts | 385,000 | UN | Corolla 1ZZ engine and gearbox, Belgium | Complete with alternator and kick starter. Tested before removal. One week start-up guarantee.
`
