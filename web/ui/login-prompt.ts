import { createEmitter } from '#web/lib/events.ts'

/** Opens the page's dialog that asks to log in; the message says what for. `onLoginAsked` is for the layout, which shows it. */
export const { emit: askToLogIn, subscribe: onLoginAsked } = createEmitter<[message: string]>()
