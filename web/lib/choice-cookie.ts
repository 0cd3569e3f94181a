const yearInSeconds = 31_536_000

/** Stores a choice made on this device in a cookie for a year, from which the server renders pages; null deletes it. */
export function storeChoice(name: string, value: string | null): void {
  const maxAge = value === null ? 0 : yearInSeconds
  const attributes = `Path=/; SameSite=Lax; Max-Age=${maxAge}`
  // Over HTTPS with a prefix that browsers accept from this host alone.
  document.cookie =
    location.protocol === 'https:'
      ? `__Host-${name}=${value ?? ''}; ${attributes}; Secure`
      : `${name}=${value ?? ''}; ${attributes}`
}
