import type { Contract } from '#shared/contract/index.ts'

type Key = keyof Contract

interface ReadBack {
  /** What to read after the write, from what was said, the address and what came back. */
  url(said: Record<string, unknown>, answer: Record<string, unknown>, path: string): string
  /** Whether what was read has what was written. */
  shows(read: unknown, said: Record<string, unknown>, answer: Record<string, unknown>): boolean
}

const hasId = (read: unknown, id: unknown) => (read as { id: unknown }[]).some((row) => row.id === id)

/** Writes that are looked for after they were acknowledged. */
export const readBacks: Partial<Record<Key, ReadBack>> = {
  'POST /api/listings': {
    url: (_, { id }) => `/api/listings/${id}`,
    shows: (read, said, { title }) => {
      const listing = read as Record<string, unknown>
      return listing.title === title && listing.price === said.price && listing.lga === said.lga
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
    shows: (read, said) => {
      const { notifications } = read as { notifications: Record<string, unknown> }
      return Object.keys(notifications).every((name) => !(name in said) || notifications[name] === said[name])
    },
  },
}
