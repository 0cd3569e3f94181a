/** Writes details of failed form validation to the browser's console, for support. */
export function logDetails(title: string, details: Record<string, string>): void {
  console.info(title, details)
}
