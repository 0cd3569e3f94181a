import { placeKey } from './remembered-place.ts'
import { writeStored } from './storage.ts'

/** Parameters of Browse that say where somebody looks. */
export type PlaceState = Partial<Record<'state' | 'lga' | 'near' | 'radius' | 'sortBy', string>>

export function rememberPlace(place: PlaceState): void {
  const chosen = Object.entries(place).filter(([, value]) => value)
  writeStored(placeKey, chosen.length > 0 ? String(new URLSearchParams(chosen)) : null)
}

/** Searches are no longer in the place that was chosen. */
export const forgetPlace = () => rememberPlace({})

/** Where `near` is: the LGA of `State/LGA`, or the person's position. */
export function nameOfNear(near: string): string {
  return near.includes('/') ? near.slice(near.indexOf('/') + 1) : 'your position'
}
