import { choiceOf } from './choice-cookie.ts'

/** The theme that was chosen for this browser; null follows the system. */
export function themeOf(request: Parameters<typeof choiceOf>[0]): 'light' | 'dark' | null {
  const theme = choiceOf(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}
