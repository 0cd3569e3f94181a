import type { Contract } from '#shared/contract/index.ts'
import { dayMs } from '#shared/limits.ts'
import { onMutation } from '#web/lib/api-events.ts'
import { isInstalled } from '#web/lib/platform.ts'
import { readStored, readStoredJson, writeStored } from '#web/lib/storage.ts'

const visitsKey = 'oja:visits'
const declinedKey = 'oja:install-declined'
const sessionGap = 30 * 60_000
/** Visits after which somebody may like to have Oja at hand. */
const promptAfterVisits = 3
/** Milliseconds for which a "no" is remembered: 90 days. */
const declineLifetime = 90 * dayMs

/** Actions after which people tend to come back: saving, writing, posting. */
const engaging = new Set<keyof Contract>([
  'POST /api/favorites',
  'POST /api/threads',
  'POST /api/threads/:id/messages',
  'POST /api/listings',
])

interface Visits {
  count: number
  /** Milliseconds since the epoch. */
  last: number
}

/** The visits with the present one, given what was noted of those before. */
export function countVisit(before: Visits | null, now: number): Visits {
  const isNew = !before || now - before.last > sessionGap
  return { count: (before?.count ?? 0) + (isNew ? 1 : 0), last: now }
}

export function isDeclined(declinedAt: string | null, now: number): boolean {
  return declinedAt !== null && now - Number(declinedAt) < declineLifetime
}

/** Stores that the offer was declined, or is no longer needed. */
export function decline(): void {
  writeStored(declinedKey, String(Date.now()))
}

/**
 * Calls back at a good moment to offer installing: after saving, writing or posting, or, from the third visit on, at the second page.
 * Never if it is installed or was declined in the last 90 days, nor without storage.
 */
export function onInstallMoment(callback: () => void): () => void {
  const visits = countVisit(readStoredJson<Visits>(visitsKey), Date.now())
  const isOff = isInstalled() || isDeclined(readStored(declinedKey), Date.now())
  if (isOff || !writeStored(visitsKey, JSON.stringify(visits))) return () => undefined
  const onPage = () => {
    if (visits.count >= promptAfterVisits) callback()
  }
  // wouter's event: another page without loading the document.
  addEventListener('pushState', onPage)
  if (document.referrer.startsWith(location.origin)) onPage()
  const stop = onMutation((endpoint) => {
    if (engaging.has(endpoint)) callback()
  })
  return () => {
    removeEventListener('pushState', onPage)
    stop()
  }
}
