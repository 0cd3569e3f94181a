import { placeKey } from './remembered-place.ts'

/** Parameters of Browse that say where somebody looks. */
export type PlaceState = Partial<Record<'state' | 'lga' | 'near' | 'radius' | 'sortBy', string>>

export function rememberPlace(place: PlaceState): void {
  const chosen = Object.entries(place).filter(([, value]) => value)
  try {
    if (chosen.length === 0) localStorage.removeItem(placeKey)
    else localStorage.setItem(placeKey, String(new URLSearchParams(chosen)))
  } catch {
    // The browser refuses storage: the place is that of the address alone.
  }
}

/** Where `near` is: the LGA of `State/LGA`, or the person's position. */
export function nameOfNear(near: string): string {
  return near.includes('/') ? near.slice(near.indexOf('/') + 1) : 'your position'
}
