import { key, parcel, wheel } from '../props.ts'
import { emoji, floor, grass, road, type Sprite, type Subject } from '../subject.ts'

const car = emoji('1f697')
const suv = emoji('1f699')
const recoloured = (sprite: Sprite, hue: number, saturation = 1, brightness = 1): Sprite => ({
  ...sprite,
  hue,
  saturation,
  brightness,
})

export const vehicles: Record<string, Subject> = {
  'car-red': road(220, car, [key], [wheel]),
  'car-silver': road(240, recoloured(car, 200, 0.18, 1.15), [key], [wheel]),
  'car-black': road(60, recoloured(car, 220, 0.2, 0.6), [key], [wheel]),
  'car-blue': road(75, recoloured(car, 215, 0.9), [key], [wheel]),
  'suv-blue': road(70, suv, [key], [wheel]),
  'suv-black': road(40, recoloured(suv, 0, 0.15, 0.6), [key], [wheel]),
  'suv-white': road(215, recoloured(suv, 0, 0.08, 1.35), [key], [wheel]),
  'suv-red': road(190, recoloured(suv, 140, 0.95), [key], [wheel]),
  pickup: road(220, emoji('1f6fb'), [emoji('1f9f0')], [wheel]),
  bus: road(60, emoji('1f690'), [key], [wheel]),
  truck: road(230, emoji('1f69a'), [parcel], [wheel]),
  'truck-green': road(60, emoji('1f69b'), [parcel], [wheel]),
  motorbike: road(210, emoji('1f3cd-fe0f'), [key]),
  'motorbike-blue': road(70, emoji('1f3cd-fe0f', { hue: 225 }), [key]),
  scooter: road(180, emoji('1f6f5'), [key]),
  tricycle: road(95, emoji('1f6fa'), [key], [wheel]),
  bicycle: grass(215, emoji('1f6b2')),
  'bicycle-blue': grass(80, emoji('1f6b2', { hue: 210 })),
  tractor: grass(85, emoji('1f69c'), [emoji('1f33d')], [wheel]),
  boat: floor(220, emoji('1f6a4')),
  tyre: floor(75, wheel, [emoji('1f527')]),
  'car-parts': floor(210, emoji('2699-fe0f'), [emoji('1f527'), emoji('1f9f0')]),
}
