import { admin } from './admin.ts'
import { appeals } from './appeals.ts'
import { auth } from './auth.ts'
import { cases } from './cases.ts'
import { catalogue } from './catalogue.ts'
import { chat } from './chat.ts'
import { deals } from './deals.ts'
import { drafts } from './drafts.ts'
import { favorites } from './favorites.ts'
import { follows } from './follows.ts'
import { listings } from './listings.ts'
import { moderationQueue } from './moderation-queue.ts'
import { notifications } from './notifications.ts'
import { passports } from './passports.ts'
import { prices } from './prices.ts'
import { push } from './push.ts'
import { questions } from './questions.ts'
import { reports } from './reports.ts'
import { sales } from './sales.ts'
import { searches } from './searches.ts'
import { secondFactor } from './second-factor.ts'
import { settings } from './settings.ts'
import { site } from './site.ts'
import { transparency } from './transparency.ts'
import { trust } from './trust.ts'
import { uploads } from './uploads.ts'
import { users } from './users.ts'

/** Every endpoint of the API, by method and path. */
export const contract = {
  ...site,
  ...auth,
  ...catalogue,
  ...listings,
  ...sales,
  ...drafts,
  ...passports,
  ...prices,
  ...uploads,
  ...users,
  ...trust,
  ...favorites,
  ...searches,
  ...follows,
  ...questions,
  ...chat,
  ...deals,
  ...notifications,
  ...reports,
  ...push,
  ...settings,
  ...secondFactor,
  ...admin,
  ...moderationQueue,
  ...cases,
  ...appeals,
  ...transparency,
}

export type Contract = typeof contract
