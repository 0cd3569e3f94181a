import { z } from 'zod'
import { endpoints, ownAccount, visitorWrite } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { Code, CurrentUser, EnteredPassword } from './auth.ts'
import { Id, Line, Timestamp } from './common.ts'
import { ById } from './parameters.ts'

const accountEventTypes = [
  'SIGNED_IN',
  'SIGN_IN_FAILED',
  'SIGNED_OUT',
  'REAUTHENTICATED',
  'REAUTHENTICATION_FAILED',
  'PASSWORD_CHANGED',
  'PASSWORD_RESET',
  'PHONE_CHANGED',
  'SECOND_FACTOR_ON',
  'SECOND_FACTOR_OFF',
  'PASSKEY_ADDED',
  'PASSKEY_REMOVED',
  'RECOVERY_CODES_MADE',
  'SESSIONS_ENDED',
] as const
export type AccountEventType = (typeof accountEventTypes)[number]

const signInMethods = ['PASSWORD', 'EMAIL_CODE', 'TOTP', 'PASSKEY', 'RECOVERY_CODE'] as const
export type SignInMethod = (typeof signInMethods)[number]

export const AccountEvent = z.object({
  id: z.number().int().positive(),
  type: z.enum(accountEventTypes),
  /** For sign-ins: the method of the last step. */
  method: z.enum(signInMethods).nullable(),
  /** Whether an administrator did it. */
  byAdmin: z.boolean(),
  /** Browser and system: 'Chrome on Android'. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: Timestamp,
})
export type AccountEvent = z.output<typeof AccountEvent>

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  /** Synchronised to the maker's account, so that it survives the loss of the phone. */
  isSynced: z.boolean(),
  createdAt: Timestamp,
  lastUsedAt: Timestamp.nullable(),
})
export type Passkey = z.output<typeof Passkey>

/** The sign-in methods of an account besides the password. */
export const Security = z.object({
  /** Whether this account must have a second factor. */
  isRequired: z.boolean(),
  /** When the codes of an authenticator app were turned on. */
  totpSince: Timestamp.nullable(),
  passkeys: z.array(Passkey),
  recoveryCodesLeft: z.number().int(),
})
export type Security = z.output<typeof Security>

/** Shown once; null if earlier ones are still valid. */
const RecoveryCodes = z.array(z.string()).nullable()

const Base64Url = z
  .string()
  .max(20_000)
  .regex(/^[A-Za-z0-9_-]+$/, 'This is not what a passkey answers.')

const credential = {
  id: Base64Url.max(1400),
  rawId: Base64Url.max(1400),
  type: z.literal('public-key'),
}

const NewCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    attestationObject: Base64Url,
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})

const UsedCredential = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: Base64Url,
    authenticatorData: Base64Url,
    signature: Base64Url,
    userHandle: z.string().max(200).nullish(),
  }),
})

const CredentialName = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** The options for creating a passkey (WebAuthn, PublicKeyCredentialCreationOptionsJSON). */
const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(CredentialName),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})

/** The options for using one (PublicKeyCredentialRequestOptionsJSON). */
const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  /** Empty: any passkey that the device has for this site. */
  allowCredentials: z.array(CredentialName),
  userVerification: z.literal('required'),
})

export const secondFactor = endpoints({
  'GET /api/auth/second-factor': {
    summary: 'What the sign-in that is under way in this browser may be finished with; empty where none is',
    access: 'anyone',
    response: z.object({ methods: z.array(z.enum(['TOTP', 'PASSKEY', 'RECOVERY_CODE'])) }),
  },
  'POST /api/auth/second-factor': {
    summary: 'Finish signing in with a code of the authenticator app, or a recovery code',
    ...visitorWrite,
    diskSpace: 'sign-in',
    limit: 'login',
    retry: 'unsafe',
    body: z.object({
      code: z.string().trim().min(1, 'Please enter the code').max(60, 'This is not a code of ours'),
    }),
    response: CurrentUser,
    errors: {
      INVALID_CODE: 'The code is wrong or too old, or was tried too often.',
      UNAUTHENTICATED: 'No sign-in is under way, it took too long, or the account was changed meanwhile.',
      ACCOUNT_BANNED: 'The account is banned.',
    },
  },
  'POST /api/auth/passkey/options': {
    summary: 'What the browser needs to ask for a passkey: as second step, or to sign in with it alone',
    ...visitorWrite,
    diskSpace: 'sign-in',
    limit: 'login',
    body: z.object({
      /** Of any account, even if a sign-in waits for its second step in this browser. */
      alone: z.boolean().optional(),
    }),
    response: RequestOptions,
  },
  'POST /api/auth/passkey': {
    summary: 'Sign in with a passkey, or finish signing in with it',
    ...visitorWrite,
    diskSpace: 'sign-in',
    limit: 'login',
    retry: 'unsafe',
    body: z.object({ credential: UsedCredential }),
    response: CurrentUser,
    errors: {
      INVALID_CREDENTIALS: 'The passkey opens no account.',
      UNAUTHENTICATED: 'The options are too old or used, or the account was changed meanwhile.',
      ACCOUNT_BANNED: 'The account is banned.',
    },
  },
  'POST /api/auth/confirm': {
    summary: 'Enter the password again, as changes of how one signs in ask for it',
    ...ownAccount,
    limit: 'login',
    body: z.object({ password: EnteredPassword }),
    response: z.null(),
  },
  'GET /api/settings/security': {
    summary: 'How one signs in beside the password',
    access: 'user',
    response: Security,
  },
  'POST /api/settings/totp': {
    summary: 'A fresh secret for an authenticator app; it counts once a code has confirmed it',
    ...ownAccount,
    recentAuthentication: true,
    response: z.object({
      /** Base32, for typing. */
      secret: z.string(),
      /** otpauth://…, for a QR code. */
      uri: z.string(),
    }),
    errors: { CONFLICT: 'An authenticator app is set up already.' },
  },
  'POST /api/settings/totp/confirm': {
    summary: 'Turn on the authenticator app with a code of it; every other session ends',
    ...ownAccount,
    recentAuthentication: true,
    limit: 'code',
    retry: 'unsafe',
    body: z.object({ code: Code }),
    response: z.object({ recoveryCodes: RecoveryCodes }),
    errors: { INVALID_CODE: 'The code is wrong or too old, or was tried too often.' },
  },
  'DELETE /api/settings/totp': {
    summary: 'Turn off the authenticator app; every other session ends',
    ...ownAccount,
    recentAuthentication: true,
    response: Security,
    errors: { NOT_FOUND: 'No authenticator app is set up.' },
  },
  'POST /api/settings/passkeys/options': {
    summary: 'What the browser needs to make a passkey',
    ...ownAccount,
    recentAuthentication: true,
    limit: 'code',
    response: CreationOptions,
    errors: { CONFLICT: 'The account has as many passkeys as it may have.' },
  },
  'POST /api/settings/passkeys': {
    summary: 'Keep a passkey that the browser made; every other session ends',
    ...ownAccount,
    recentAuthentication: true,
    limit: 'code',
    retry: 'unsafe',
    body: z.object({
      credential: NewCredential,
      name: Line.max(
        limits.signIn.passkeyName,
        `A name has at most ${limits.signIn.passkeyName} characters`,
      ).optional(),
    }),
    response: z.object({ passkey: Passkey, recoveryCodes: RecoveryCodes }),
    status: 201,
    errors: {
      BAD_REQUEST: 'The passkey is not one for the last options, or they are too old.',
      CONFLICT: 'The account has this passkey already.',
    },
  },
  'DELETE /api/settings/passkeys/:id': {
    summary: 'Remove a passkey; every other session ends',
    access: 'owner',
    changes: [],
    withoutSecondFactor: 'allowed',
    recentAuthentication: true,
    whileLeaving: 'allowed',
    params: ById,
    response: Security,
  },
  'POST /api/settings/recovery-codes': {
    summary: 'New recovery codes in place of those from before',
    ...ownAccount,
    recentAuthentication: true,
    retry: 'unsafe',
    response: z.object({ recoveryCodes: z.array(z.string()) }),
    status: 201,
    errors: { CONFLICT: 'There is neither authenticator app nor passkey.' },
  },
  'GET /api/settings/activity': {
    summary: `What happened to one’s account in the last ${limits.signIn.eventRetention} days, the newest first`,
    access: 'user',
    response: z.array(AccountEvent),
  },
  'GET /api/admin/users/:id/activity': {
    summary: `What happened to an account in the last ${limits.signIn.eventRetention} days, the newest first`,
    access: 'admin',
    shows: ['moderation'],
    params: ById,
    response: z.array(AccountEvent),
  },
  'POST /api/admin/users/:id/sign-out': {
    summary: 'End every session of a user',
    access: 'admin',
    changes: [],
    diskSpace: 'none',
    params: ById,
    response: z.null(),
  },
})
