/** The random stream of each table's rows; see random.ts. */
export const table = {
  users: 1,
  sellers: 2,
  listings: 3,
  texts: 4,
  photos: 5,
  favorites: 6,
  questions: 7,
  threads: 8,
  reviews: 9,
  reports: 10,
  blocks: 11,
} as const
