import { limits } from '../limits.ts'
import { thresholds } from '../thresholds.ts'
import type { Tables } from './kept.ts'

export const signIn: Tables = {
  sessions: {
    what: 'Where you are logged in: browser, IP address, times',
    why: 'to keep you logged in, and so that you can log out a device that you do not know',
    time: `${thresholds.signIn.sessionIdle / 86_400} days after the last use, ${thresholds.signIn.sessionMax / 86_400} at most`,
    people: { user_id: 'deleted' },
    file: 'devices',
    exported: 'user_agent as userAgent, ip, created_at as signedInAt, last_seen_at as lastSeenAt',
    others: 'id token_hash expires_at authenticated_at second_factor',
    swept: { column: 'expires_at', days: 0 },
  },
  push_subscriptions: {
    what: 'On which devices you turned push on: the address at the push service of your browser, and its keys',
    why: 'to tell you when you are not looking',
    time: 'until you turn push off or log out there',
    people: { user_id: 'deleted' },
    file: 'devices',
    exported: 'created_at as pushTurnedOnAt',
    others: 'id session_id endpoint p256dh auth',
  },
  account_events: {
    what: 'Logins, failed ones too, and changes of password, phone or second step, with browser and IP address',
    why: 'so that you and we notice when somebody else tries to get in',
    basis: 'interest',
    people: { user_id: 'deleted', actor_id: 'nameless' },
    file: 'account-activity',
    exported: 'type, method, user_agent as userAgent, ip, created_at as at',
    others: 'id',
    swept: { column: 'created_at', days: limits.signIn.eventRetention },
  },
  known_devices: {
    what: 'A mark of browsers in which you logged in',
    why: 'so that strangers who try your password do not lock you out',
    basis: 'interest',
    time: '400 days after the last login',
    people: { user_id: 'deleted' },
    others: 'token_hash last_used_at',
    swept: { column: 'last_used_at', days: 400 },
  },
  passkeys: {
    what: 'Your passkeys: their names and public keys, never your fingerprint or face',
    why: 'to log you in without a password',
    time: 'until you remove them',
    people: { user_id: 'deleted' },
    file: 'passkeys',
    exported: 'name, created_at as addedAt, last_used_at as lastUsedAt',
    others: 'id credential_id public_key counter transports is_synced',
  },
  totp_secrets: {
    what: 'The secret of your authenticator app, encrypted',
    why: 'to check its codes',
    time: 'until you turn it off',
    people: { user_id: 'deleted' },
    file: 'account',
    exported: 'confirmed_at as authenticatorAppSince',
    others: 'secret last_step created_at',
  },
  recovery_codes: {
    what: 'Recovery codes, in a form that cannot be turned back',
    why: 'to let you in without your phone',
    time: 'until they are used or remade',
    people: { user_id: 'deleted' },
    others: 'code_hash created_at',
  },
}
