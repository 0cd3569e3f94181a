import type { Drawing } from './drawings/soft.ts'

/** One object in a picture: a 3D emoji (file name without ending) or a drawing of our own, recoloured if asked. */
export interface Sprite {
  emoji?: string
  drawing?: () => Drawing
  /** Degrees to turn the hue by. */
  hue?: number
  saturation?: number
  brightness?: number
}

/** Where it stands: on the studio floor, laid flat and seen from above, on a road, or on grass. */
export type Place = 'floor' | 'flat' | 'road' | 'grass'

export interface Subject {
  place: Place
  /** Hue of the backdrop, in OKLCH degrees. */
  backdrop: number
  main: Sprite
  /** Smaller objects that join the main one in one of the shots. */
  beside: Sprite[]
  /** Further shots, each of one object alone. */
  more: Sprite[]
}

export const emoji = (name: string, tint: Omit<Sprite, 'emoji' | 'drawing'> = {}): Sprite => ({
  emoji: name,
  ...tint,
})
export const drawn = (drawing: () => Drawing): Sprite => ({ drawing })
const on =
  (place: Place) =>
  (backdrop: number, main: Sprite, beside: Sprite[] = [], more: Sprite[] = []): Subject => ({
    place,
    backdrop,
    main,
    beside,
    more,
  })
export const floor = on('floor')
export const flat = on('flat')
export const road = on('road')
export const grass = on('grass')
