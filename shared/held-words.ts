/** What the sender of a message reads while it waits for an administrator. */
export const messageHeldNote = 'We look at this message before it is delivered.'
