/** The last paragraph of a mail that its reader may do without. `settings` is the address of that switch. */
export function switchOffNote(what: 'messages' | 'questions' | 'reviews', settings: string): string {
  return `You get this mail because mails about ${what} are on. Turn them off here:\n${settings}`
}
