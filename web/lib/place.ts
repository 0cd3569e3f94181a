import { placeKey, rememberedPlace } from './remembered-place.ts'
import { writeStored } from './storage.ts'

/** Parameters of Browse that say where somebody looks. */
export type PlaceState = Partial<Record<'state' | 'lga' | 'near' | 'radius' | 'sortBy', string>>

export function rememberPlace(place: PlaceState): void {
  const chosen = Object.entries(place).filter(([, value]) => value)
  writeStored(placeKey, chosen.length > 0 ? String(new URLSearchParams(chosen)) : null)
}

/** Searches are no longer in the place that was chosen. */
export const forgetPlace = () => rememberPlace({})

/** Searches are no longer in this place. If it came with a shared link, they stay in the one that was chosen. */
export function leavePlace({ near, state }: PlaceState): void {
  const remembered = new URLSearchParams(rememberedPlace())
  if ((near ?? state) === (remembered.get('near') ?? remembered.get('state'))) forgetPlace()
}

/** Where `near` is: the LGA of `State/LGA`, or the person's position. */
export function nameOfNear(near: string): string {
  return near.includes('/') ? near.slice(near.indexOf('/') + 1) : 'your position'
}
