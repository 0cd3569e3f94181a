import { readStored } from './storage.ts'

export const placeKey = 'oja:place'

/** The place that was last chosen on this device, as the text of an address's query; empty without one. */
export function rememberedPlace(): string {
  return readStored(placeKey) ?? ''
}
