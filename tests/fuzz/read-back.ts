import type { Contract } from '#shared/contract/index.ts'

type Key = keyof Contract

interface ReadBack {
  /** The address to read after the write, from the body, the path and the response. */
  url(body: Record<string, unknown>, answer: Record<string, unknown>, path: string): string
  /** Whether the read contains what was written. */
  shows(read: unknown, body: Record<string, unknown>, answer: Record<string, unknown>): boolean
}

const hasId = (read: unknown, id: unknown) => (read as { id: unknown }[]).some((row) => row.id === id)

/** Writes that are read back after they were acknowledged. */
export const readBacks: Partial<Record<Key, ReadBack>> = {
  'POST /api/listings': {
    url: (_, { id }) => `/api/listings/${id}`,
    shows: (read, body, { title }) => {
      const listing = read as Record<string, unknown>
      return listing.title === title && listing.price === body.price && listing.lga === body.lga
    },
  },
  'POST /api/listings/:id/questions': {
    url: (_, __, path) => path,
    shows: (read, _, { id }) => hasId(read, id),
  },
  'POST /api/threads/:id/messages': {
    url: (_, { id }, path) => `${path}?after=${Number(id) - 1}`,
    shows: (read, _, { id }) => hasId(read, id),
  },
  'POST /api/favorites': {
    url: () => '/api/favorites',
    shows: (read, { listingId }) => (read as unknown[]).includes(listingId),
  },
  'POST /api/follows': {
    url: () => '/api/follows',
    shows: (read, { sellerId }) => (read as unknown[]).includes(sellerId),
  },
  'POST /api/users/:id/reviews': {
    url: (_, __, path) => path,
    shows: (read, _, { id }) => hasId(read, id),
  },
  'POST /api/blocks': {
    url: () => '/api/blocks',
    shows: (read, { userId }) => hasId(read, userId),
  },
  'PATCH /api/settings/notifications': {
    url: () => '/api/settings',
    shows: (read, body) => {
      const { notifications } = read as { notifications: unknown }
      return isShown(body, notifications)
    },
  },
}

/** Whether the values of a change are shown, as far as what is shown has their names. */
function isShown(change: unknown, shown: unknown): boolean {
  if (typeof change !== 'object' || typeof shown !== 'object' || !change || !shown) return change === shown
  return Object.entries(change).every(
    ([name, value]) => !(name in shown) || isShown(value, (shown as Record<string, unknown>)[name]),
  )
}
