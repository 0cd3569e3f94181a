import { useSyncExternalStore } from 'react'
import { storeChoice } from '#web/lib/choice-cookie.ts'
import { createEmitter } from '#web/lib/events.ts'

export type Theme = 'system' | 'light' | 'dark'

const changes = createEmitter()

function current(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

/** The chosen theme; null until hydration, since only <html> has it. */
export function useTheme(): Theme | null {
  return useSyncExternalStore<Theme | null>(changes.subscribe, current, () => null)
}

/** Applies a theme and stores it in the cookie from which the server renders <html data-theme>. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  storeChoice('theme', theme === 'system' ? null : theme)
  changes.emit()
}
