/** The browser's offer to install the app (Chromium only; not yet in TypeScript's DOM types). */
export interface InstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

let offer: InstallPromptEvent | null = null
const listeners = new Set<() => void>()

/** Keeps the browser's offer for a moment that suits the person, instead of showing it at once. */
export function catchInstallPrompt(): void {
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    offer = event as InstallPromptEvent
    for (const listener of listeners) listener()
  })
}

/** The offer, once; it cannot be made twice. */
export function takeInstallPrompt(): InstallPromptEvent | null {
  const taken = offer
  offer = null
  return taken
}

export function hasInstallPrompt(): boolean {
  return offer !== null
}

export function onInstallPrompt(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
