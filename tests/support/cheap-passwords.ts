import { passwordCost } from '#server/core/session/password.ts'

/**
 * Hashing a password at its real cost takes 45 ms of a processor. Tests of other rules need no slow hash;
 * server/core/session/password.test.ts keeps it.
 */
Object.assign(passwordCost, { memory: 64, passes: 1 } satisfies Partial<typeof passwordCost>)
