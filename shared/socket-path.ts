/** The path of the socket. Apart from the events and their schemas, so that zod stays out of pages without a form. */
export const socketPath = '/ws'
