const yearInSeconds = 31_536_000

/** Keeps for a year what somebody chose on this device, where the server reads it before it writes a page; null forgets it. */
export function keepChoice(name: string, value: string | null): void {
  const maxAge = value === null ? 0 : yearInSeconds
  document.cookie = `${name}=${value ?? ''}; Path=/; SameSite=Lax; Max-Age=${maxAge}`
}
