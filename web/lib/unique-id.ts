/** An id that nothing else has; also where the page is not served securely and `randomUUID` is missing. */
export function makeUniqueId(): string {
  if (crypto.randomUUID) return crypto.randomUUID()
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
