import { admin } from './admin.ts'
import { auth } from './auth.ts'
import { catalogue } from './catalogue.ts'
import { chat } from './chat.ts'
import { favorites } from './favorites.ts'
import { held } from './held.ts'
import { listings } from './listings.ts'
import { questions } from './questions.ts'
import { reports } from './reports.ts'
import { secondFactor } from './second-factor.ts'
import { settings } from './settings.ts'
import { site } from './site.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** Every endpoint of the API, by method and path. */
export const contract = {
  ...site,
  ...auth,
  ...catalogue,
  ...listings,
  ...uploads,
  ...users,
  ...favorites,
  ...questions,
  ...chat,
  ...reports,
  ...settings,
  ...secondFactor,
  ...admin,
  ...held,
}

export type Contract = typeof contract
