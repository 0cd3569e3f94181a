import { bulb, parcel, plug, wheel } from '../props.ts'
import { emoji, flat, floor, grass, road, type Subject } from '../subject.ts'

export const services: Record<string, Subject> = {
  tools: floor(80, emoji('1f9f0'), [emoji('1f527')], [emoji('1f6e0-fe0f')]),
  mechanic: floor(215, emoji('1f468-1f3fe-200d-1f527'), [wheel]),
  chef: floor(70, emoji('1f469-1f3ff-200d-1f373'), [emoji('1f35b')]),
  teacher: floor(200, emoji('1f469-1f3fe-200d-1f3eb'), [emoji('1f4da')]),
  coder: floor(270, emoji('1f9d1-1f3fe-200d-1f4bb'), [emoji('1f310')]),
  builder: floor(85, emoji('1f477-1f3ff'), [emoji('1f9f1')]),
  hair: floor(330, emoji('1f487-1f3fe-200d-2640-fe0f'), [emoji('1f9f4')]),
  nails: flat(350, emoji('1f485-1f3fe'), [emoji('1f484')]),
  barber: floor(220, emoji('1f488'), [emoji('2702-fe0f')]),
  tailor: floor(165, emoji('1f9f5'), [emoji('2702-fe0f')]),
  cleaning: floor(190, emoji('1faa3'), [emoji('1f9fd'), emoji('1f9f9')]),
  photographer: floor(50, emoji('1f4f8'), [emoji('1f5bc-fe0f')]),
  cake: floor(340, emoji('1f382'), [emoji('1f9c1')]),
  jollof: floor(200, emoji('1f35b'), [emoji('1f958')], [emoji('1f372')]),
  party: floor(300, emoji('1f389'), [emoji('1f388')]),
  dj: floor(265, emoji('1faa9'), [emoji('1f3a4')]),
  moving: road(75, emoji('1f69a', { hue: 160 }), [parcel]),
  plumbing: floor(215, emoji('1f6bf'), [emoji('1f527')]),
  electrician: floor(280, bulb, [plug]),
  design: flat(250, emoji('1f3a8'), [emoji('1f58d-fe0f')]),
  dish: grass(225, emoji('1f4e1'), [emoji('1f4fa')]),
}
