/** How the reason begins that the owner of a listing reads while it waits for an administrator; why follows after a colon. */
export const listingHeldNote = 'We look at this listing before others can see it'

/** What the sender of a message reads while it waits for an administrator. */
export const messageHeldNote = 'We look at this message before it is delivered.'
