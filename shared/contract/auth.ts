import { z } from 'zod'
import { endpoints, visitorWrite } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { plainPhone, toE164 } from '../phone.ts'
import { Id, Line } from './common.ts'

const Email = z
  .string('Invalid email address')
  .trim()
  .max(limits.email.max, 'Invalid email address')
  .pipe(z.email('Invalid email address'))

export const Password = z
  .string()
  .min(limits.password.min, `Password must be at least ${limits.password.min} characters`)
  .max(limits.password.max, `Password must be at most ${limits.password.max} characters`)

/** An existing password: only its length is checked before it is compared. */
export const EnteredPassword = z
  .string('Password is required')
  .min(1, 'Password is required')
  .max(limits.password.max, `Password must be at most ${limits.password.max} characters`)

/** At least 10 digits as typed, with or without '+' and separators; without a country code it is Nigerian. Parsed to E.164. */
export const InternationalPhone = z
  .string()
  .overwrite(plainPhone)
  .regex(/^\+?[0-9]*$/, 'Phone number must contain only digits')
  .refine(
    (phone) => phone.replace('+', '').length >= limits.phone.min,
    `Phone number must be at least ${limits.phone.min} digits`,
  )
  .transform(toE164)
  .refine((phone) => phone.length - 1 <= limits.phone.max, 'Phone number is too long')

const completeCode = `Please enter a complete ${limits.code.digits}-digit code`
export const Code = z
  .string()
  .length(limits.code.digits, completeCode)
  .regex(/^[0-9]*$/, completeCode)

/** The signed-in user, as the header shows them. */
export const CurrentUser = z.object({
  id: Id,
  fullName: z.string(),
  email: z.string(),
  avatarUrl: z.string().nullable(),
  role: z.enum(['USER', 'ADMIN']),
  /** The account waits for its deletion, so writes that others would see are refused. */
  isLeaving: z.boolean(),
})
export type CurrentUser = z.output<typeof CurrentUser>

export const Credentials = z.object({ email: Email, password: EnteredPassword })
export type Credentials = z.output<typeof Credentials>

export const FullName = Line.min(1, 'Full name is required').max(
  limits.fullName.max,
  `Full name must be at most ${limits.fullName.max} characters`,
)

const Username = z
  .string()
  .trim()
  .min(limits.username.min, `Username must be at least ${limits.username.min} characters`)
  .max(limits.username.max, `Username must be at most ${limits.username.max} characters`)
  .regex(/^[A-Za-z0-9_]*$/, 'Username can only contain letters, numbers, and underscores')

export const Registration = z.object({
  fullName: FullName,
  username: Username,
  email: Email,
  password: Password,
  phone: InternationalPhone,
})
export type Registration = z.output<typeof Registration>

export const countryCodes = ['+234', '+1', '+44'] as const

const passwordsMatch = {
  check: (form: { password: string; confirmPassword: string }) => form.password === form.confirmPassword,
  params: { message: "Passwords don't match", path: ['confirmPassword'] },
}

/** The registration form: the phone in two fields, the password twice. */
export const RegistrationForm = Registration.omit({ phone: true })
  .extend({
    countryCode: z.enum(countryCodes),
    phone: z
      .string()
      .overwrite(plainPhone)
      .min(limits.phone.min, `Phone number must be at least ${limits.phone.min} digits`)
      // '00' or '+' may precede it.
      .max(limits.phone.max + 2, 'Phone number is too long')
      .regex(/^\+?[0-9]*$/, 'Phone number must contain only digits'),
    confirmPassword: z.string(),
  })
  .refine(passwordsMatch.check, passwordsMatch.params)
export type RegistrationForm = z.output<typeof RegistrationForm>

export const NewPasswordForm = z
  .object({ password: Password, confirmPassword: z.string() })
  .refine(passwordsMatch.check, passwordsMatch.params)
export type NewPasswordForm = z.output<typeof NewPasswordForm>

export const EmailForm = z.object({ email: Email })
export type EmailForm = z.output<typeof EmailForm>

export const CodeTimes = z.object({
  /** Seconds until the newest code expires; 0 where none works. */
  expiresIn: z.number().int(),
  /** Seconds until another code can be requested. */
  resendIn: z.number().int(),
})
export type CodeTimes = z.output<typeof CodeTimes>

const CodeSent = CodeTimes.extend({ email: z.string() })

/** A pending registration, readable by the browser that began it. */
const PendingRegistration = CodeTimes.extend({
  email: z.string(),
  username: z.string(),
  fullName: z.string(),
})

/** ALTCHA, version 2; its signature covers the parameters. */
const Challenge = z.object({
  parameters: z.object({
    algorithm: z.string(),
    nonce: z.string(),
    salt: z.string(),
    cost: z.number().int(),
    keyLength: z.number().int(),
    keyPrefix: z.string(),
    /** Seconds since 1970. */
    expiresAt: z.number().int(),
  }),
  signature: z.string(),
})

export const auth = endpoints({
  'GET /api/auth/me': {
    summary: 'Who is signed in',
    access: 'user',
    response: CurrentUser,
  },
  'POST /api/auth/login': {
    summary: 'Sign in with e-mail and password; sets the session cookie',
    ...visitorWrite,
    diskSpace: 'sign-in',
    limit: 'login',
    body: Credentials,
    response: CurrentUser,
    errors: {
      INVALID_CREDENTIALS: 'The address or the password is wrong.',
      EMAIL_UNVERIFIED: 'The address is not confirmed (POST /api/auth/verify-email).',
      SECOND_FACTOR_REQUIRED: 'The second step follows: POST /api/auth/second-factor or /api/auth/passkey.',
      UNAUTHENTICATED: 'The account was changed meanwhile.',
      ACCOUNT_BANNED: 'The account is banned.',
    },
  },
  'POST /api/auth/logout': {
    summary: 'End this session',
    ...visitorWrite,
    diskSpace: 'none',
    response: z.null(),
  },
  'GET /api/auth/challenge': {
    summary:
      'A proof-of-work challenge for registering while many others do (PROOF_REQUIRED): find the counter whose PBKDF2 key begins with keyPrefix. The proof is base64 of the JSON {challenge, solution: {counter, derivedKey}}; it works once',
    access: 'anyone',
    limit: 'register',
    response: Challenge,
  },
  'POST /api/auth/register-email': {
    summary: `Begin a registration and send a ${limits.code.digits}-digit code to its e-mail address; a cookie keeps which one is this browser’s, and the next call changes it. The code of the same address stays while it works`,
    ...visitorWrite,
    limit: 'register',
    body: Registration.extend({ proof: z.string().max(4000).optional() }),
    response: CodeSent,
    status: 201,
    errors: {
      EMAIL_TAKEN: 'The address has an account.',
      USERNAME_TAKEN: 'Somebody has the username.',
      PROOF_REQUIRED: 'Many registrations: send a proof of work (GET /api/auth/challenge).',
      RATE_LIMITED: 'Many codes went to the address.',
    },
  },
  'GET /api/auth/registration': {
    summary: 'The registration of this browser that waits for its code; null where there is none',
    access: 'anyone',
    response: z.object({ registration: PendingRegistration.nullable() }),
  },
  'POST /api/auth/verify-email': {
    summary: 'Open the account of this browser’s registration with the code, and sign in',
    ...visitorWrite,
    limit: 'code',
    retry: 'unsafe',
    body: z.object({ email: Email, code: Code }),
    response: CurrentUser,
    errors: {
      INVALID_CODE: 'The code is wrong or too old, or was tried too often.',
      EMAIL_TAKEN: 'The address got an account meanwhile.',
      USERNAME_TAKEN:
        'Somebody took the username meanwhile. The code still works once another one was registered.',
      SECOND_FACTOR_REQUIRED: 'The second step follows: POST /api/auth/second-factor or /api/auth/passkey.',
      UNAUTHENTICATED: 'The account was changed meanwhile.',
      ACCOUNT_BANNED: 'The account is banned.',
    },
  },
  'POST /api/auth/resend-verification': {
    summary:
      'Send another code for this browser’s registration; without one it answers the same whether the address is known or not',
    ...visitorWrite,
    limit: 'code',
    body: EmailForm,
    response: CodeSent,
    errors: { RATE_LIMITED: 'Many codes went to the address.' },
  },
  'POST /api/auth/forgot-password': {
    summary: 'Send a code to reset the password; answers the same whether the address is known or not',
    ...visitorWrite,
    limit: 'code',
    body: EmailForm,
    response: CodeSent,
    errors: { RATE_LIMITED: 'Many codes went to the address.' },
  },
  'POST /api/auth/verify-reset-otp': {
    summary: 'Exchange the code for a token that can set a new password once',
    ...visitorWrite,
    limit: 'code',
    retry: 'unsafe',
    body: z.object({ email: Email, code: Code }),
    response: z.object({ resetToken: z.string() }),
    errors: {
      INVALID_CODE: 'The code is wrong or too old, or was tried too often.',
      RATE_LIMITED: 'Many codes were tried for the address.',
    },
  },
  'POST /api/auth/reset-password': {
    summary: 'Set a new password; ends every session of the account',
    ...visitorWrite,
    limit: 'code',
    retry: 'unsafe',
    body: z.object({ email: Email, resetToken: z.string().min(1).max(200), newPassword: Password }),
    response: z.null(),
    errors: { INVALID_CODE: 'The token was used, or is too old.' },
  },
})
