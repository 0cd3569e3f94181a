import { createMarket } from './market.ts'
import { type Scale, scales } from './scales.ts'
import { emailOf, known, password, sessionToken } from './users.ts'

/** Somebody who can sign in, and has a session already. */
interface Person {
  id: number
  email: string
  /** What the session's cookie holds. */
  token: string
}

export interface People {
  /** Everybody's. */
  password: string
  admin: Person
  /** Has the most listings. */
  seller: Person
  /** Has the most favourites and threads. */
  buyer: Person
  /** Ordinary ones: 5,000, or as many as there are; those with odd numbers sell. */
  others: Person[]
}

export function peopleOf(scale: Scale): People {
  const market = createMarket(scales[scale])
  const person = (id: number): Person => ({
    id,
    email: emailOf(id),
    token: sessionToken(id, market) ?? '',
  })
  const others: Person[] = []
  for (let id = 5; id <= market.users && others.length < 5000; id += 1)
    if (sessionToken(id, market)) others.push(person(id))
  return {
    password,
    admin: person(known.admin),
    seller: person(known.seller),
    buyer: person(known.buyer),
    others,
  }
}
