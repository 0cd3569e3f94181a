import { createEmitter } from './events.ts'

/** The browser's install prompt event (Chromium only; not yet in TypeScript's DOM types). */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPromptEvent | null = null
const changes = createEmitter()

/** Defers the browser's install prompt, to show it at a better time. */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPromptEvent
    changes.emit()
  })
}

/** The deferred prompt; it can be used only once. */
export function takeInstallPrompt(): InstallPromptEvent | null {
  const taken = offer
  offer = null
  return taken
}

export function hasInstallPrompt(): boolean {
  return offer !== null
}

export const onInstallPrompt = changes.subscribe
