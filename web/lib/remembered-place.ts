export const placeKey = 'oja:place'

/** The place that was last chosen on this device, as the text of an address's query; empty without one. */
export function rememberedPlace(): string {
  try {
    return localStorage.getItem(placeKey) ?? ''
  } catch {
    // The browser refuses storage, or this is the server.
    return ''
  }
}
