import type { IncomingHttpHeaders } from 'node:http'

type Cookies = { cookies: Record<string, string | undefined> }

/** The choice stored for this browser (web/lib/choice-cookie.ts): in a `__Host-` cookie over HTTPS, in a plain one otherwise. Both are read. */
function choiceOf({ cookies }: Cookies, name: 'theme' | 'saver'): string | undefined {
  return cookies[`__Host-${name}`] ?? cookies[name]
}

/** The theme that was chosen for this browser; null follows the system. */
export function themeOf(request: Cookies): 'light' | 'dark' | null {
  const theme = choiceOf(request, 'theme')
  return theme === 'light' || theme === 'dark' ? theme : null
}

/** Whether data saver is on: by the switch (a cookie), otherwise by the browser's Save-Data header. */
export function isSavingData(request: Cookies & { headers: IncomingHttpHeaders }): boolean {
  const saver = choiceOf(request, 'saver')
  if (saver === 'on' || saver === 'off') return saver === 'on'
  return request.headers['save-data'] === 'on'
}
