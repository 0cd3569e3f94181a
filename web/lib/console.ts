/** Writes details of a failed form check to the browser's console, for whoever was told to look there. */
export function logDetails(title: string, details: Record<string, string>): void {
  console.info(title, details)
}
