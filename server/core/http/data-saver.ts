import type { IncomingHttpHeaders } from 'node:http'
import { choiceOf } from './choice-cookie.ts'

/** Whether this page should cost few bytes: as the switch was set (a cookie), or else as the browser asks for. */
export function isSavingData(
  request: Parameters<typeof choiceOf>[0] & { headers: IncomingHttpHeaders },
): boolean {
  const saver = choiceOf(request, 'saver')
  if (saver === 'on' || saver === 'off') return saver === 'on'
  return request.headers['save-data'] === 'on'
}
