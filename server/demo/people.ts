import { z } from 'zod'
import { states } from '#shared/nigeria.ts'
import people from '../../demo/people.json' with { type: 'json' }
import { slugs } from './goods.ts'

const Person = z.object({
  fullName: z.string(),
  username: z.string(),
  state: z.enum(states),
  lga: z.string(),
  bio: z.string().default(''),
  /** The name of the avatar's 3D emoji; without it the first letter of the name is shown. */
  face: z.string().nullable().default(null),
  /** The categories that they sell in; empty for buyers. */
  sells: z.array(z.enum(slugs)).default([]),
  /** Subjects that only they offer: a mechanic does not braid hair. */
  specialities: z.array(z.string()).default([]),
  /** Months since they joined, plus up to the same number of days, at most 25. */
  months: z.number(),
  /** The average rating of their reviews, 1 to 5. */
  standing: z.number().default(5),
})
/** An invented person. */
export type Person = z.infer<typeof Person>

export const ada = Person.parse(people.ada)
export const admin = Person.parse(people.admin)
export const sellers = people.sellers.map((seller) => Person.parse(seller))
export const buyers = people.buyers.map((buyer) => Person.parse(buyer))

/** All members; the administrator only moderates. */
export const everyone = [ada, ...sellers, ...buyers]

export function emailOf({ username }: Person): string {
  return `${username === admin.username ? 'admin' : username}@example.com`
}

/** The accounts for signing in to the demo, printed at the first start. */
export const demoAccounts = {
  password: 'oja-demo-2026',
  seller: emailOf(ada),
  administrator: emailOf(admin),
} as const

/** The specialist for this subject; null if any seller of its category may offer it. */
export function specialistFor(subject: string): Person | null {
  return sellers.find(({ specialities }) => specialities.includes(subject)) ?? null
}
