const yearInSeconds = 31_536_000

/** Keeps for a year what somebody chose on this device, where the server reads it before it writes a page; null forgets it. */
export function keepChoice(name: string, value: string | null): void {
  const maxAge = value === null ? 0 : yearInSeconds
  const attributes = `Path=/; SameSite=Lax; Max-Age=${maxAge}`
  // Over HTTPS by a name that browsers take from this host alone.
  document.cookie =
    location.protocol === 'https:'
      ? `__Host-${name}=${value ?? ''}; ${attributes}; Secure`
      : `${name}=${value ?? ''}; ${attributes}`
}
