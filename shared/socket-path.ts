/**
 * The path of the socket. Separate from the events and their schemas, so that zod stays out of pages without
 * a form.
 */
export const socketPath = '/ws'
