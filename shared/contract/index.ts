import { auth } from './auth.ts'
import { catalogue } from './catalogue.ts'
import { listings } from './listings.ts'
import { site } from './site.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** Every endpoint of the API, by method and path. */
export const contract = { ...site, ...auth, ...catalogue, ...listings, ...uploads, ...users }

export type Contract = typeof contract
