import * as devices from '../drawings/devices.ts'
import { parcel, plug } from '../props.ts'
import { drawn, emoji, flat, floor, type Subject } from '../subject.ts'

function phone(backdrop: number, colour: string, cameras: devices.Cameras, tone: number): Subject {
  return flat(
    backdrop,
    drawn(() => devices.phonePair(colour, cameras, tone)),
    [parcel],
    [drawn(() => devices.phoneBack(colour, cameras)), drawn(() => devices.phoneFront(colour, tone))],
  )
}

export const phones: Record<string, Subject> = {
  'iphone-black': phone(285, '#3b3e46', 'three', 0),
  'iphone-blue': phone(80, '#6f93b8', 'three', 3),
  'iphone-gold': phone(195, '#e6cfa5', 'three', 4),
  'iphone-white': phone(20, '#eceef1', 'two', 2),
  'iphone-purple': phone(140, '#b9a4d6', 'two', 0),
  'iphone-red': phone(230, '#c5283d', 'two', 2),
  'iphone-pink': phone(165, '#f0c3c9', 'two', 4),
  'samsung-black': phone(160, '#34373d', 'column', 1),
  'samsung-purple': phone(95, '#8f7fb8', 'column', 4),
  'samsung-cream': phone(250, '#eee3cf', 'column', 0),
  'samsung-green': phone(55, '#5f7f6a', 'column', 5),
  'samsung-blue': phone(320, '#a9c4e4', 'column', 3),
  'tecno-blue': phone(60, '#3f6fb0', 'ring', 3),
  'tecno-gold': phone(285, '#d9bf8c', 'ring', 2),
  'infinix-green': phone(330, '#4f9f88', 'ring', 1),
  'infinix-black': phone(110, '#2f323a', 'ring', 0),
  'pixel-black': phone(150, '#4a4f57', 'bar', 5),
  'pixel-white': phone(300, '#e9e8e4', 'bar', 1),
  'tablet-grey': flat(
    250,
    drawn(() => devices.tablet('#8b919c', 0)),
    [emoji('270f-fe0f'), parcel],
  ),
  'tablet-blue': flat(
    60,
    drawn(() => devices.tablet('#7fa6d6', 4)),
    [parcel],
  ),
  'keypad-phone': flat(
    90,
    drawn(() => devices.keypadPhone('#2f4d86')),
    [plug],
  ),
  earbuds: floor(
    210,
    drawn(() => devices.earbuds('#f4f5f7')),
    [parcel],
  ),
  'earbuds-black': floor(
    50,
    drawn(() => devices.earbuds('#3a3d45')),
    [parcel],
  ),
  'power-bank': floor(
    155,
    drawn(() => devices.powerBank('#3a3f4a')),
    [plug],
  ),
  smartwatch: floor(300, emoji('231a', { saturation: 0.25, brightness: 0.8 }), [parcel]),
  'smartwatch-pink': floor(200, emoji('231a', { hue: 110, saturation: 0.8, brightness: 1.15 }), [parcel]),
  charger: flat(90, plug, [emoji('1f50b')]),
}
