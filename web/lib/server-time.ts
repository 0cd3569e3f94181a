/**
 * Milliseconds by which the server's clock is ahead of this device's. Cheap phones are hours wrong (their time was set by hand, in another
 * time zone), or days (their battery was empty).
 */
let ahead = 0

/** Notes by how many milliseconds the server's clock is ahead; ignored if it is NaN. */
export function noteServerAhead(by: number): void {
  ahead = by || ahead
}

/** The server's time at a moment of this device's clock, by default now. Both are in milliseconds since the epoch. */
export function serverTime(device = Date.now()): number {
  return device + ahead
}
