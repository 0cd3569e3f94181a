import * as devices from '../drawings/devices.ts'
import * as home from '../drawings/home.ts'
import { bed, bulb, key, plant, sofa } from '../props.ts'
import { drawn, emoji, floor, type Subject } from '../subject.ts'

export const furniture: Record<string, Subject> = {
  sofa: floor(75, sofa, [plant]),
  'sofa-red': floor(190, emoji('1f6cb-fe0f', { hue: 140, saturation: 0.8 }), [emoji('1f5bc-fe0f')]),
  'sofa-green': floor(55, emoji('1f6cb-fe0f', { hue: 290, saturation: 0.6 }), [plant]),
  bed: floor(70, bed, [emoji('1f56f-fe0f')]),
  chair: floor(195, emoji('1fa91'), [plant]),
  'dining-table': floor(
    165,
    drawn(() => home.diningTable('#a56a3d')),
    [emoji('1f37d-fe0f')],
  ),
  wardrobe: floor(
    90,
    drawn(() => home.wardrobe('#9a6b45')),
    [emoji('1f457')],
  ),
  'wardrobe-white': floor(
    230,
    drawn(() => home.wardrobe('#e3ded4')),
    [emoji('1f455')],
  ),
  mattress: floor(
    235,
    drawn(() => home.mattress('#5f8fc9')),
  ),
  bookshelf: floor(
    180,
    drawn(() => home.bookshelf('#8d6442')),
    [plant],
  ),
  desk: floor(
    70,
    drawn(() => home.desk('#b98350')),
    [emoji('1fa91')],
  ),
  'tv-stand': floor(
    220,
    drawn(() => home.tvStand('#7f5638')),
    [drawn(() => devices.television(3))],
  ),
  'office-chair': floor(
    160,
    drawn(() => home.officeChair('#3d4654')),
    [emoji('1f4bb')],
  ),
  mirror: floor(20, emoji('1fa9e'), [emoji('1f484')]),
  cabinet: floor(80, emoji('1f5c4-fe0f'), [emoji('1f4cb')]),
  painting: floor(60, emoji('1f5bc-fe0f'), [emoji('1f3a8')]),
  plant: floor(35, plant, [emoji('1faa3')]),
  door: floor(210, emoji('1f6aa'), [key]),
  window: floor(90, emoji('1fa9f')),
  lamp: floor(270, bulb, [emoji('1f4d6')]),
}
