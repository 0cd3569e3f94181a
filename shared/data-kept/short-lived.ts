import type { Tables } from './kept.ts'

const fewMinutes = 'until they are used or expire, within a day'

export const shortLived: Tables = {
  password_resets: {
    what: 'Requests for a new password: codes, address and network, in a form that cannot be turned back',
    why: 'to let you choose a new password',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others:
      'id address_hash browser_hash network_hash code_hash code_expires_at link_hash link_expires_at own_tries_left other_tries_left sent_at',
    swept: { column: 'link_expires_at', days: 0 },
  },
  reset_tokens: {
    what: 'Permission to choose a new password, after the code was entered',
    why: 'to let you choose a new password',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'token_hash expires_at',
    swept: { column: 'expires_at', days: 0 },
  },
  phone_codes: {
    what: 'Codes sent to your phone, in a form that cannot be turned back, with the number',
    why: 'to confirm the number',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'phone code_hash sent_at expires_at tries_left',
    swept: { column: 'expires_at', days: 0 },
  },
  sign_in_steps: {
    what: 'Logins that wait for the second step',
    why: 'to finish the login',
    time: fewMinutes,
    people: { user_id: 'deleted' },
    others: 'token_hash challenge created_at expires_at tries_left',
    swept: { column: 'expires_at', days: 0 },
  },
  throttle_counters: {
    what: 'How often a password or code was wrong, and how often limited acts such as reports were done, by account and network, in a form that cannot be turned back',
    why: 'to stop guessing and flooding',
    basis: 'interest',
    people: {},
    others: 'key failures blocked_until counted_at',
    swept: { column: 'counted_at', days: 2 },
  },
  pending_registrations: {
    what: 'What you typed to register, until you enter the code',
    why: 'to open your account',
    time: 'a day',
    people: {},
    others:
      'id email full_name username phone password_hash token_hash code_hash code_sent_at code_expires_at tries_left registered_at expires_at',
    swept: { column: 'expires_at', days: 0 },
  },
  quota_hits: {
    what: 'How often you met a daily limit',
    why: 'to find who floods the market',
    basis: 'interest',
    people: { user_id: 'deleted' },
    others: 'quota day hits last_at',
    swept: { column: 'day', days: 30 },
  },
  sent_texts: {
    what: 'A short code of messages that look like advertising',
    why: 'to find the same text in many conversations',
    basis: 'interest',
    time: 'an hour',
    people: { sender_id: 'deleted' },
    others: 'digest thread_id sent_at',
    swept: { column: 'sent_at', days: 1 / 24 },
  },
  idempotency_keys: {
    what: 'The answer to what your browser just sent',
    why: 'so that nothing happens twice when the network fails',
    time: 'a day',
    people: { user_id: 'deleted' },
    others: 'key request result created_at',
    swept: { column: 'created_at', days: 1 },
  },
  listing_views: {
    what: 'For the view counter of a listing, a mark that cannot be traced to you once the day’s key is deleted',
    why: 'to count each visitor once',
    basis: 'interest',
    time: 'until an hour into the next day',
    people: {},
    others: 'listing_id viewer day',
  },
}
