import { z } from 'zod'
import { endpoints, ownAccount } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { isLgaOf, isState } from '../nigeria.ts'
import type { Topic } from '../notification-topics.ts'
import { thresholds } from '../thresholds.ts'
import { Code, CodeTimes, EnteredPassword, FullName, InternationalPhone, Password } from './auth.ts'
import { Id, Lines, Timestamp, Version } from './common.ts'
import { ById } from './parameters.ts'

/** A switch for each topic. */
export const Topics = z.object({
  /** Unread messages and deals. */
  messages: z.boolean(),
  /** Questions on the user's listings, and answers to the user's questions. */
  questions: z.boolean(),
  /** Reviews of the user. */
  reviews: z.boolean(),
  /** What came of the user's reports. */
  reports: z.boolean(),
  /** New matches of saved searches. */
  searches: z.boolean(),
  /** Saved listings: cheaper, sold, for sale again. */
  saved: z.boolean(),
  /** New listings of sellers whom the user follows. */
  follows: z.boolean(),
  /** The user's listings that end. */
  listings: z.boolean(),
}) satisfies z.ZodType<Record<Topic, boolean>>

/** An hour of the day in Lagos. */
const Hour = z.number().int().min(0).max(23)

/** The topics by e-mail (top level) and by push, and the times. The page of notifications shows every topic regardless. */
const Notifications = Topics.extend({
  push: Topics,
  /** Hours between which nothing is pushed; null: none. */
  quietHours: z.object({ from: Hour, to: Hour }).nullable(),
  /** When the day's mail about searches, saved listings and sellers is sent. */
  digestHour: Hour,
  /** Pushes contain no names or texts, since a locked screen shows them to everybody. */
  pushHidesContent: z.boolean(),
})

/** Only the given fields change. */
export const NotificationChanges = Notifications.extend({
  push: Topics.partial(),
  quietHours: Notifications.shape.quietHours.refine(
    (hours) => hours === null || hours.from !== hours.to,
    'Quiet hours end at another hour than they begin',
  ),
}).partial()
export type NotificationChanges = z.output<typeof NotificationChanges>

export const Settings = z.object({
  id: Id,
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  bio: z.string().nullable(),
  state: z.string().nullable(),
  lga: z.string().nullable(),
  /** E.164. */
  phone: z.string(),
  phoneVerifiedAt: Timestamp.nullable(),
  notifications: Notifications,
  /** The time of the account's deletion, if its owner requested it. */
  deletionDueAt: Timestamp.nullable(),
  /** The version of name, bio, state and LGA. */
  profileVersion: Version,
})
export type Settings = z.output<typeof Settings>

/** The fields of the public profile. State and LGA go together: both null or both set. */
export const ProfileChanges = z
  .object({
    fullName: FullName,
    bio: Lines.max(limits.bio.max, `About you has at most ${limits.bio.max} characters`).nullable(),
    state: z.string().nullable(),
    lga: z.string().nullable(),
    /** A picture that the upload returned; null removes it. */
    avatarUrl: z.string().min(1).max(1000).nullable(),
    /** The `profileVersion` that the edit is based on. */
    version: Version,
  })
  .partial()
  .superRefine(({ state, lga }, context) => {
    const fail = (path: string, input: unknown, message: string) =>
      context.issues.push({ code: 'custom', input, path: [path], message })
    if (state === undefined && lga === undefined) return
    if (state && !isState(state)) fail('state', state, 'Please select a state')
    else if (lga && !(state && isLgaOf(state, lga))) fail('lga', lga, 'Please select an LGA')
    else if (state && !lga) fail('lga', lga, 'Please select an LGA')
  })
export type ProfileChanges = z.output<typeof ProfileChanges>

export const PasswordChange = z.object({
  currentPassword: EnteredPassword,
  newPassword: Password,
})

/** One session of the user. */
export const SessionInfo = z.object({
  id: Id,
  /** Browser and system: 'Chrome on Android'. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  /** Whether it is the request's own session. */
  isCurrent: z.boolean(),
})
export type SessionInfo = z.output<typeof SessionInfo>

/**
 * A day on which administrators looked at private data of the user. ACCOUNT: details such as the e-mail address. ACTIVITY: sign-ins and
 * devices. CASE: a report about the user or a listing of theirs, with their record. MESSAGES: messages with a person, where one of the
 * two reported the other. HELD: messages that a rule or warnings put before administrators. LISTING: one that others do not see.
 */
export const AccountAccess = z.object({
  kind: z.enum(['ACCOUNT', 'ACTIVITY', 'CASE', 'MESSAGES', 'HELD', 'LISTING']),
  /** The first time on that day. */
  at: Timestamp,
})
export type AccountAccess = z.output<typeof AccountAccess>

export const BlockedUser = z.object({
  id: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  blockedAt: Timestamp,
})
export type BlockedUser = z.output<typeof BlockedUser>

const PhoneCodeSent = CodeTimes.extend({ phone: z.string() })

export const settings = endpoints({
  'GET /api/settings': {
    summary: 'Your own account',
    access: 'user',
    response: Settings,
  },
  'PATCH /api/settings/profile': {
    summary:
      'Change picture, name, bio or place: what is named; with a `version`, only if name, bio and place were not changed since',
    access: 'user',
    changes: ['people'],
    withoutSecondFactor: 'allowed',
    body: ProfileChanges,
    response: Settings,
    errors: {
      STALE_VERSION:
        'Name, bio or place were changed since `version`; `current` is what GET /api/settings answers now.',
    },
  },
  'PATCH /api/settings/password': {
    summary: 'Change the password; every other session ends',
    ...ownAccount,
    retry: 'unsafe',
    body: PasswordChange,
    response: z.null(),
  },
  'PATCH /api/settings/phone': {
    summary: 'Change the phone number; a new number has to be verified',
    ...ownAccount,
    changes: ['people'],
    recentAuthentication: true,
    limit: 'code',
    body: z.object({ phone: InternationalPhone }),
    response: Settings,
  },
  'POST /api/settings/phone/send-code': {
    summary: `Send a ${limits.code.digits}-digit code to one's phone number`,
    ...ownAccount,
    limit: 'code',
    response: PhoneCodeSent,
    errors: {
      CONFLICT: 'The number is verified, or of a country that gets no codes.',
      RATE_LIMITED: 'The codes of a day are used up.',
      UNAVAILABLE: 'This installation sends no text messages.',
    },
  },
  'POST /api/settings/phone/verify': {
    summary: 'Confirm the phone number with the code',
    ...ownAccount,
    changes: ['people'],
    limit: 'phoneCode',
    body: z.object({ code: Code }),
    response: Settings,
    errors: { INVALID_CODE: 'The code is wrong or too old, or was tried too often.' },
  },
  'GET /api/settings/sessions': {
    summary: 'Where one is signed in, the last used first',
    access: 'user',
    response: z.array(SessionInfo),
  },
  'DELETE /api/settings/sessions': {
    summary: 'Sign out everywhere else',
    ...ownAccount,
    recentAuthentication: true,
    diskSpace: 'none',
    response: z.null(),
  },
  'DELETE /api/settings/sessions/:id': {
    summary: 'Sign out one place',
    access: 'owner',
    changes: [],
    withoutSecondFactor: 'allowed',
    recentAuthentication: true,
    diskSpace: 'none',
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/settings/accesses': {
    summary: `When administrators looked at one's private data, and at what, in the last ${thresholds.accountAccess.retention} days; the last first`,
    access: 'user',
    response: z.array(AccountAccess),
  },
  'GET /api/blocks': {
    summary: 'The users that one has blocked, the last first',
    access: 'user',
    shows: ['blocks'],
    response: z.array(BlockedUser),
  },
  'POST /api/blocks': {
    summary: 'Block a user: neither can write to the other; blocking again changes nothing',
    access: 'user',
    changes: ['blocks', 'threads'],
    whileLeaving: 'allowed',
    body: z.object({ userId: Id }),
    response: BlockedUser,
    status: 201,
    errors: {
      BAD_REQUEST: 'The user is the caller.',
      NOT_FOUND: 'There is no such user.',
      CONFLICT: 'The caller blocks as many people as possible.',
    },
  },
  'DELETE /api/blocks/:id': {
    summary: 'Unblock a user, by their id; succeeds also if they are not blocked',
    access: 'user',
    changes: ['blocks', 'threads'],
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/settings/export': {
    summary: 'Your own data as a ZIP: JSON files and photos',
    access: 'user',
    limit: 'export',
    response: z.file().mime('application/zip'),
    errors: { RATE_LIMITED: 'A download is under way.' },
  },
  'POST /api/settings/deletion': {
    summary:
      'Request the deletion of the account: listings are hidden at once, the account is deleted after the grace period',
    ...ownAccount,
    changes: ['people', 'listings'],
    body: z.object({ password: EnteredPassword }),
    response: Settings,
    errors: { CONFLICT: 'The caller is the only administrator.' },
  },
  'DELETE /api/settings/deletion': {
    summary: 'Keep the account after all',
    ...ownAccount,
    changes: ['people', 'listings'],
    response: Settings,
  },
})
