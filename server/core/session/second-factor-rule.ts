import type { Env } from '../../env.ts'

export type SecondFactorSettings = Pick<Env, 'NODE_ENV'> & Partial<Pick<Env, 'SECOND_FACTOR'>>

/** Whether an account of this role must sign in with a second factor. */
export function mustHaveSecondFactor(env: SecondFactorSettings, role: 'USER' | 'ADMIN'): boolean {
  const rule = env.SECOND_FACTOR ?? (env.NODE_ENV === 'production' ? 'admins' : 'optional')
  return rule === 'everyone' || (rule === 'admins' && role === 'ADMIN')
}

/** What whoever must and does not is told. */
export const turnItOn = 'Turn on two-step sign-in in your settings first.'
