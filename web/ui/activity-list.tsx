import type { AccountEvent } from '#shared/contract/second-factor.ts'

const labels: Record<AccountEvent['type'], string> = {
  SIGNED_IN: 'Logged in',
  SIGN_IN_FAILED: 'Login failed',
  SIGNED_OUT: 'Logged out',
  REAUTHENTICATED: 'Password entered again',
  REAUTHENTICATION_FAILED: 'Wrong password when it was asked for again',
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

function sentenceOf({ type, method, byAdmin }: AccountEvent): string {
  if (byAdmin)
    return `${type === 'SESSIONS_ENDED' ? 'Logged out everywhere' : labels[type]}, by an administrator`
  const isSigningIn = type === 'SIGNED_IN' || type === 'SIGN_IN_FAILED'
  return isSigningIn && method ? `${labels[type]} ${ways[method]}` : labels[type]
}

interface ActivityListProps {
  events: AccountEvent[]
  timeOf: (moment: string) => string
}

export function ActivityList({ events, timeOf }: ActivityListProps) {
  return (
    <ul className="divide-y divide-line">
      {events.map((event) => {
        const { id, type, byAdmin, device, ip, createdAt } = event
        return (
          <li key={id} className="py-2.5 first:pt-0 last:pb-0">
            <p className={`font-semibold ${type.endsWith('FAILED') ? 'text-danger' : ''}`}>
              {sentenceOf(event)}
            </p>
            <p className="text-sm text-muted wrap-anywhere">
              <time dateTime={createdAt} className={byAdmin ? '' : "after:content-['_·_']"}>
                {timeOf(createdAt)}
              </time>
              {!byAdmin && <span className="inline-block">{[device, ip].filter(Boolean).join(' · ')}</span>}
            </p>
          </li>
        )
      })}
    </ul>
  )
}
