import { AppError } from '#shared/errors.ts'
import type { Viewer } from './session.ts'

declare const authorized: unique symbol

/**
 * A value that the caller was found entitled to change. Functions that change things ask for this type, and only the checks
 * in this file make it: forgetting the check does not compile.
 */
export type Authorized<T> = T & { readonly [authorized]: true }

/** Passes what is the viewer's own; throws FORBIDDEN with the sentence otherwise. */
export function authorizeOwner<T>(
  thing: T,
  ownerId: number,
  viewer: Viewer,
  sentence: string,
): Authorized<T> {
  if (ownerId !== viewer.id) throw new AppError('FORBIDDEN', sentence)
  return thing as Authorized<T>
}

/** Passes anything to an administrator; throws NOT_FOUND, as every call of theirs does for others. */
export function authorizeAdmin<T>(thing: T, viewer: Viewer): Authorized<T> {
  if (viewer.role !== 'ADMIN') throw new AppError('NOT_FOUND', 'There is nothing here.')
  return thing as Authorized<T>
}
