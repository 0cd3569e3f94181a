/**
 * The position as it is sent and stored: `latitude,longitude` rounded to 0.05 degrees (about 5 km). Null outside Nigeria and its
 * surroundings.
 */
export function roundPosition(latitude: number, longitude: number): string | null {
  const isInRange = latitude >= 3 && latitude <= 15 && longitude >= 2 && longitude <= 16
  if (!isInRange) return null
  return [latitude, longitude].map((degrees) => (Math.round(degrees * 20) / 20).toFixed(2)).join()
}
