import type { Context } from '#server/context.ts'
import type { Viewer } from '#server/core/session/session.ts'
import { AppError } from '#shared/errors.ts'
import { requireMembership } from './threads.service.ts'

/** Milliseconds between two typing events of one person in one conversation. */
const typingEvery = 1500
/** Entries of `typingSentAt` from which expired ones are deleted. */
const sweepAbove = 10_000

/** Socket events for joining and leaving conversations, and for typing. */
export function chatEvents({ db, realtime }: Pick<Context, 'db' | 'realtime'>): void {
  const typingSentAt = new Map<string, number>()

  realtime.on('join_thread', async ({ viewer, socket }, threadId) => {
    await requireMembership(db, threadId, signedIn(viewer))
    socket.join(`thread:${threadId}`)
  })

  realtime.on('leave_thread', ({ socket }, threadId) => socket.leave(`thread:${threadId}`))

  realtime.on('typing', async ({ viewer, socket }, threadId) => {
    const { id: userId, isLeaving } = signedIn(viewer)
    if (isLeaving) return
    if (!socket.isIn(`thread:${threadId}`))
      throw new AppError('NOT_FOUND', 'Join the conversation before you send `typing`.')
    const key = `${userId}:${threadId}`
    const now = performance.now()
    if (now - (typingSentAt.get(key) ?? -typingEvery) < typingEvery) return
    if (typingSentAt.size >= sweepAbove) dropBefore(typingSentAt, now - typingEvery)
    typingSentAt.set(key, now)
    const { closed } = await requireMembership(db, threadId, signedIn(viewer))
    if (!closed) socket.emitToOthers(`thread:${threadId}`, 'typing', { threadId, userId })
  })
}

function dropBefore(times: Map<string, number>, moment: number): void {
  for (const [key, time] of times) if (time < moment) times.delete(key)
}

function signedIn(viewer: Viewer | null): Viewer {
  if (!viewer) throw new AppError('UNAUTHENTICATED', 'Please log in to chat.')
  return viewer
}
