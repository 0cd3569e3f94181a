import { createMarket } from './market-model.ts'
import { type Scale, scales } from './scales.ts'
import { emailOf, known, password, sessionToken } from './user-rows.ts'

/** A user with a session. */
interface Person {
  id: number
  email: string
  /** The content of the session's cookie. */
  token: string
}

export interface People {
  /** The same for everybody. */
  password: string
  admin: Person
  /** Has the most listings. */
  seller: Person
  /** Has the most favourites and threads. */
  buyer: Person
  /** Ordinary users: up to 5,000; those with odd numbers sell. */
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
