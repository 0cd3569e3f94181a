import * as appliances from '../drawings/appliances.ts'
import * as things from '../drawings/things.ts'
import { bed, parcel, plant, sofa } from '../props.ts'
import { drawn, emoji, floor, grass, type Subject } from '../subject.ts'

const bath = emoji('1f6c1')
const shower = emoji('1f6bf')
const kitchen = drawn(() => appliances.gasCooker())
const rooms = [sofa, bed, bath, kitchen]

export const property: Record<string, Subject> = {
  house: grass(225, emoji('1f3e0'), [emoji('1f333')], rooms),
  'house-blue': grass(60, emoji('1f3e0', { hue: 190 }), [emoji('1f334')], rooms),
  'house-green': grass(240, emoji('1f3e1'), [emoji('1f334')], rooms),
  estate: grass(215, emoji('1f3d8-fe0f'), [emoji('1f333')], rooms),
  flats: grass(60, emoji('1f3e2'), [emoji('1f334')], rooms),
  'flats-sand': grass(225, emoji('1f3e2', { hue: 170, saturation: 0.9 }), [emoji('1f333')], rooms),
  offices: grass(210, emoji('1f3ec'), [emoji('1f334')], [emoji('1fa91'), emoji('1f6aa')]),
  shop: grass(90, emoji('1f3ea'), [emoji('1f6d2')], [emoji('1f6aa'), emoji('1f6d2')]),
  hotel: grass(220, emoji('1f3e8', { hue: 20 }), [emoji('1f334')], [bed, shower]),
  warehouse: grass(70, emoji('1f3ed'), [parcel], [emoji('1f6aa')]),
  building: grass(230, emoji('1f3d7-fe0f'), [emoji('1f9f1')]),
  room: floor(70, bed, [plant], [shower, emoji('1fa9f')]),
  'plot-sale': grass(
    220,
    drawn(() => things.plot('FOR SALE')),
    [emoji('1f334')],
  ),
  'plot-plots': grass(
    205,
    drawn(() => things.plot('PLOTS')),
    [emoji('1f334')],
  ),
}
