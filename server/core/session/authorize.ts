import { AppError, notFound } from '#shared/errors.ts'
import type { Viewer } from './session.ts'

declare const authorized: unique symbol

/**
 * A value that the caller may change. Only the checks in this file create this type, and functions that
 * change things require it: a forgotten check does not compile.
 */
export type Authorized<T> = T & { readonly [authorized]: true }

/** Returns the thing if the viewer owns it; throws FORBIDDEN with `sentence` otherwise. */
export function authorizeOwner<T>(
  thing: T,
  ownerId: number,
  viewer: Viewer,
  sentence: string,
): Authorized<T> {
  if (ownerId !== viewer.id) throw new AppError('FORBIDDEN', sentence)
  return thing as Authorized<T>
}

/**
 * Returns the thing to the holder of a signed link to `linkedId`, whose signature the caller checked; throws NOT_FOUND for another thing.
 */
export function authorizeLink<T extends { id: number }>(thing: T, linkedId: number): Authorized<T> {
  if (thing.id !== linkedId) throw notFound()
  return thing as Authorized<T>
}

/**
 * Returns the thing for administrators; throws NOT_FOUND for others, like every endpoint for administrators.
 */
export function authorizeAdmin<T>(thing: T, viewer: Viewer): Authorized<T> {
  if (viewer.role !== 'ADMIN') throw notFound()
  return thing as Authorized<T>
}

/** Throws REAUTHENTICATION_REQUIRED without a recent sign-in or password. */
export function requireRecentAuthentication(viewer: Viewer | null): void {
  if (viewer?.isRecentlyAuthenticated) return
  throw new AppError('REAUTHENTICATION_REQUIRED', 'Please enter your password again to do this.')
}
