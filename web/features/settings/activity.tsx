import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AccountEvent } from '#shared/contract/second-factor.ts'
import { apiQuery } from '#web/lib/api.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { ReadAgain } from './read-again.tsx'

export const activityQuery = apiQuery('GET /api/settings/activity')

const words: Record<AccountEvent['type'], string> = {
  SIGNED_IN: 'Logged in',
  SIGN_IN_FAILED: 'Login failed',
  SIGNED_OUT: 'Logged out',
  REAUTHENTICATED: 'Password entered again',
  REAUTHENTICATION_FAILED: 'Wrong password entered again',
  PASSWORD_CHANGED: 'Password changed',
  PASSWORD_RESET: 'Password reset by e-mail',
  PHONE_CHANGED: 'Phone number changed',
  SECOND_FACTOR_ON: 'Authenticator app turned on',
  SECOND_FACTOR_OFF: 'Authenticator app turned off',
  PASSKEY_ADDED: 'Passkey added',
  PASSKEY_REMOVED: 'Passkey removed',
  RECOVERY_CODES_MADE: 'Recovery codes made',
  SESSIONS_ENDED: 'Logged out elsewhere',
}

const ways: Record<NonNullable<AccountEvent['method']>, string> = {
  PASSWORD: 'with the password',
  EMAIL_CODE: 'with a code by e-mail',
  TOTP: 'with the authenticator app',
  PASSKEY: 'with a passkey',
  RECOVERY_CODE: 'with a recovery code',
}

const few = 5

function sentenceOf({ type, method, byAdmin }: AccountEvent): string {
  if (byAdmin) return `${words[type]}, by an administrator`
  const isSigningIn = type === 'SIGNED_IN' || type === 'SIGN_IN_FAILED'
  return isSigningIn && method ? `${words[type]} ${ways[method]}` : words[type]
}

/** What happened to one's account, the newest first. */
export function Activity() {
  const now = useNow()
  const [all, setAll] = useState(false)
  const { data: events, isFetching, refetch } = useQuery({ ...activityQuery, retryOnMount: true })
  if (!events) return <ReadAgain reading={isFetching} onRetry={() => void refetch()} />
  if (events.length === 0) return <p className="text-muted">Nothing has happened yet.</p>
  return (
    <>
      <ul className="divide-y divide-line">
        {(all ? events : events.slice(0, few)).map((event) => (
          <li key={event.id} className="py-2.5 first:pt-0">
            <p className={event.type.endsWith('FAILED') ? 'font-semibold text-danger' : 'font-semibold'}>
              {sentenceOf(event)}
            </p>
            <p className="text-sm text-muted">
              {[
                timeAgo(event.createdAt, now),
                event.byAdmin ? null : event.device,
                event.byAdmin ? null : event.ip,
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </li>
        ))}
      </ul>
      {!all && events.length > few && (
        <button type="button" className="link mt-2 min-h-11" onClick={() => setAll(true)}>
          Show all
        </button>
      )}
    </>
  )
}
