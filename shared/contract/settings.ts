import { z } from 'zod'
import { endpoints } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { isLgaOf, isState } from '../nigeria.ts'
import { Code, EnteredPassword, FullName, InternationalPhone, Password } from './auth.ts'
import { ById, Id, Lines, Timestamp, Version } from './common.ts'

const Notifications = z.object({
  /** Unread messages. */
  messages: z.boolean(),
  /** Questions on one's listings, and answers to one's own. */
  questions: z.boolean(),
  /** Reviews of oneself. */
  reviews: z.boolean(),
})

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
  /** When the account will be gone, where its owner asked for that. */
  deletionDueAt: Timestamp.nullable(),
  /** Of name, bio, state and LGA. */
  profileVersion: Version,
})
export type Settings = z.output<typeof Settings>

/** What the public profile shows; state and LGA go together, both null or both there. */
export const ProfileChanges = z
  .object({
    fullName: FullName,
    bio: Lines.max(limits.bio.max, 'About you has at most 500 characters').nullable(),
    state: z.string().nullable(),
    lga: z.string().nullable(),
    /** A picture that our upload returned; null removes it. */
    avatarUrl: z.string().min(1).max(1000).nullable(),
    /** The `profileVersion` that the edit began with. */
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

/** One place where one is signed in. */
export const SessionInfo = z.object({
  id: Id,
  /** The browser and system, in words: 'Chrome on Android'. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
  lastSeenAt: Timestamp,
  /** The one that asks. */
  isCurrent: z.boolean(),
})
export type SessionInfo = z.output<typeof SessionInfo>

export const BlockedUser = z.object({
  id: Id,
  fullName: z.string(),
  avatarUrl: z.string().nullable(),
  blockedAt: Timestamp,
})
export type BlockedUser = z.output<typeof BlockedUser>

const PhoneCodeSent = z.object({
  phone: z.string(),
  /** Seconds until the code expires. */
  expiresIn: z.number().int(),
  /** Seconds until another code may be asked for. */
  resendIn: z.number().int(),
})

export const settings = endpoints({
  'GET /api/settings': {
    summary: "One's own account",
    access: 'user',
    response: Settings,
  },
  'PATCH /api/settings/profile': {
    summary:
      'Change picture, name, bio or place: what is named. With a `version`, 409 (STALE_VERSION) where name, bio or place were changed since, `current` being the settings as they are now',
    access: 'user',
    changesPages: true,
    body: ProfileChanges,
    response: Settings,
  },
  'PATCH /api/settings/notifications': {
    summary: 'Choose which e-mails one gets',
    access: 'user',
    whileLeaving: 'allowed',
    body: Notifications.partial(),
    response: Settings,
  },
  'PATCH /api/settings/password': {
    summary: 'Change the password; every other session ends',
    access: 'user',
    whileLeaving: 'allowed',
    repeat: 'look first',
    body: PasswordChange,
    response: z.null(),
  },
  'PATCH /api/settings/phone': {
    summary: 'Change the phone number; another number has to be verified anew',
    access: 'user',
    limit: 'code',
    changesPages: true,
    whileLeaving: 'allowed',
    body: z.object({ phone: InternationalPhone }),
    response: Settings,
  },
  'POST /api/settings/phone/send-code': {
    summary: "Send a six-digit code to one's phone number",
    access: 'user',
    limit: 'code',
    whileLeaving: 'allowed',
    response: PhoneCodeSent,
  },
  'POST /api/settings/phone/verify': {
    summary: 'Confirm the phone number with the code',
    access: 'user',
    limit: 'phoneCode',
    changesPages: true,
    whileLeaving: 'allowed',
    repeat: 'look first',
    body: z.object({ code: Code }),
    response: Settings,
  },
  'GET /api/settings/sessions': {
    summary: 'Where one is signed in, the last used first',
    access: 'user',
    response: z.array(SessionInfo),
  },
  'DELETE /api/settings/sessions': {
    summary: 'Sign out everywhere else',
    access: 'user',
    whileLeaving: 'allowed',
    response: z.null(),
  },
  'DELETE /api/settings/sessions/:id': {
    summary: 'Sign out one place',
    access: 'owner',
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/blocks': {
    summary: 'Whom one has blocked, the last first',
    access: 'user',
    response: z.array(BlockedUser),
  },
  'POST /api/blocks': {
    summary: 'Block a user: neither can write to the other; blocking again changes nothing',
    access: 'user',
    whileLeaving: 'allowed',
    body: z.object({ userId: Id }),
    response: BlockedUser,
    status: 201,
  },
  'DELETE /api/blocks/:id': {
    summary: 'Let a user write again, by their id; nothing blocked is no error',
    access: 'user',
    whileLeaving: 'allowed',
    params: ById,
    response: z.null(),
  },
  'GET /api/settings/export': {
    summary: "One's own data as a ZIP: JSON files and photos",
    access: 'user',
    limit: 'export',
    response: z.file().mime('application/zip'),
  },
  'POST /api/settings/deletion': {
    summary: 'Ask for the account to be deleted: listings leave at once, the account after the days of grace',
    access: 'user',
    changesPages: true,
    whileLeaving: 'allowed',
    body: z.object({ password: EnteredPassword }),
    response: Settings,
  },
  'DELETE /api/settings/deletion': {
    summary: 'Keep the account after all',
    access: 'user',
    changesPages: true,
    whileLeaving: 'allowed',
    response: Settings,
  },
})
