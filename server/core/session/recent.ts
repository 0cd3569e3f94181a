import { AppError } from '#shared/errors.ts'
import type { Viewer } from './session.ts'

/** Passes only who has just proved who they are; throws REAUTHENTICATION_REQUIRED. */
export function requireRecent(viewer: Viewer | null): void {
  if (viewer?.isConfirmed) return
  throw new AppError('REAUTHENTICATION_REQUIRED', 'Please enter your password again to do this.')
}
