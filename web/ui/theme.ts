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

/** Colour of the browser's toolbar, same as the header (--surface of tokens.css). */
export const toolbarColours = { light: '#ffffff', dark: '#191e1a' }

/** Applies a theme and stores it in the cookie from which the server renders <html data-theme>. */
export function setTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  for (const meta of document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]'))
    meta.content =
      toolbarColours[theme === 'system' ? (meta.media.includes('dark') ? 'dark' : 'light') : theme]
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  storeChoice('theme', theme === 'system' ? null : theme)
  changes.emit()
}
