import * as appliances from '../drawings/appliances.ts'
import * as devices from '../drawings/devices.ts'
import { bulb, handset, parcel, plant } from '../props.ts'
import { drawn, emoji, flat, floor, grass, type Subject } from '../subject.ts'

export const electronics: Record<string, Subject> = {
  laptop: floor(75, emoji('1f4bb'), [emoji('1f5b1-fe0f')]),
  'laptop-dark': floor(200, emoji('1f4bb', { hue: 60, brightness: 0.86 }), [emoji('2615')]),
  'laptop-rose': floor(30, emoji('1f4bb', { hue: 130, saturation: 0.9 }), [emoji('1f4da')]),
  desktop: floor(270, emoji('1f5a5-fe0f'), [emoji('1f5b1-fe0f')]),
  printer: floor(170, emoji('1f5a8-fe0f'), [emoji('1f4f0')]),
  keyboard: flat(320, emoji('2328-fe0f'), [emoji('1f5b1-fe0f')]),
  tv: floor(
    55,
    drawn(() => devices.television(0)),
    [handset],
  ),
  'tv-green': floor(
    285,
    drawn(() => devices.television(1)),
    [plant],
  ),
  camera: floor(240, emoji('1f4f7'), [emoji('1f3ac')], [emoji('1f4f8')]),
  camcorder: floor(20, emoji('1f4f9'), [emoji('1f3ac')]),
  headphones: flat(50, emoji('1f3a7'), [parcel]),
  'headphones-black': flat(190, emoji('1f3a7', { saturation: 0.2, brightness: 0.5 }), [parcel]),
  console: floor(
    260,
    drawn(() => devices.console('#f3f5f8')),
    [handset],
    [handset],
  ),
  gamepad: flat(165, handset, [emoji('1f4c0')]),
  'gamepad-red': flat(90, emoji('1f3ae', { hue: 90 }), [emoji('1f4c0')]),
  speaker: floor(
    80,
    drawn(() => devices.speaker('#2f6fb5')),
  ),
  'speaker-red': floor(
    190,
    drawn(() => devices.speaker('#c9433a')),
  ),
  'speaker-black': floor(
    135,
    drawn(() => devices.speaker('#3a3d45')),
    [emoji('1f3a4')],
  ),
  microphone: floor(300, emoji('1f399-fe0f'), [emoji('1f3a7')]),
  fridge: floor(
    200,
    drawn(() => appliances.fridge('#ccd3dc')),
    [emoji('1f345')],
  ),
  'fridge-dark': floor(
    60,
    drawn(() => appliances.fridge('#565d69')),
    [emoji('1f34c')],
  ),
  freezer: floor(
    235,
    drawn(() => appliances.chestFreezer('#f0f3f7')),
    [emoji('1f41f')],
  ),
  'washing-machine': floor(
    180,
    drawn(() => appliances.washingMachine('#f1f4f8')),
    [emoji('1f9fa')],
  ),
  'air-conditioner': floor(
    220,
    drawn(() => appliances.airConditioner()),
  ),
  fan: floor(
    100,
    drawn(() => appliances.standingFan('#3f7fb8')),
  ),
  'gas-cooker': floor(
    60,
    drawn(() => appliances.gasCooker()),
    [emoji('1f373')],
  ),
  microwave: floor(
    150,
    drawn(() => appliances.microwave()),
    [emoji('1f372')],
  ),
  blender: floor(
    85,
    drawn(() => appliances.blender('#d1493f')),
    [emoji('1f34c')],
  ),
  iron: floor(
    140,
    drawn(() => appliances.iron()),
    [emoji('1f455')],
  ),
  generator: floor(
    90,
    drawn(() => appliances.generator('#d23f35')),
    [emoji('26fd')],
  ),
  'generator-yellow': floor(
    230,
    drawn(() => appliances.generator('#e9b12f')),
    [emoji('26fd')],
  ),
  'solar-panels': grass(
    225,
    drawn(() => appliances.solarPanels()),
    [bulb],
  ),
  inverter: floor(
    130,
    drawn(() => appliances.inverter()),
    [bulb],
  ),
  radio: floor(35, emoji('1f4fb'), [emoji('1f50b')]),
  'pos-terminal': floor(
    155,
    drawn(() => devices.receiptTerminal('#2f5fa8')),
    [emoji('1f4b3')],
  ),
}
