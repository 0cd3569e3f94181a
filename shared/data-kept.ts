import { account } from './data-kept/account.ts'
import { type Kept, type Tables, withAccount } from './data-kept/kept.ts'
import { listings } from './data-kept/listings.ts'
import { safety } from './data-kept/safety.ts'
import { shortLived } from './data-kept/short-lived.ts'
import { signIn } from './data-kept/sign-in.ts'
import { talk } from './data-kept/talk.ts'

/*
 * What is kept about people. The page /privacy, the export, the deletion of an account and the jobs that delete old records are made
 * of it; server/features/settings/data-kept.test.ts compares it with the database. A new table is one entry of a group. What more a
 * deletion does (columns of users, threads, prices and daily views of listings, links to meetings, the last public state of listings) is
 * in `eraseAccount` (settings/deletion.db.ts).
 */

/** The tables by the heading under which /privacy lists them. */
export const keptGroups: Record<string, Tables> = {
  'Your account': account,
  'Logging in': signIn,
  'Your listings': listings,
  'Conversations, questions and reviews': talk,
  'Reports and decisions': safety,
  'For a short time': shortLived,
}

/** How long the data of a table is kept, in words. */
export const timeOf = ({ time, swept }: Kept) => time ?? (swept ? `${swept.days} days` : withAccount)

export const keptData: Tables = { ...account, ...signIn, ...listings, ...talk, ...safety, ...shortLived }

/** Tables that hold nothing about a person, each with what it holds. */
export const otherTables: Record<string, string> = {
  categories: 'names of categories',
  last_results: 'whether mail, text messages and backups work',
  listing_digest_backlog: 'how far a job is',
  listing_documents: 'the words of public listings, for search; they go with the listing',
  listing_news: 'what happened to listings, until people have been told of it, mostly within a second',
  listing_search_backlog: 'how far a job is',
  listing_search: 'public listings, for search; they go with the listing',
  photo_hash_backlog: 'how far a job is',
  told_listings: 'listings that followers were told about; they go with the listing',
  search_vocabulary: 'words of public titles',
  search_words: 'words of public titles',
  spent_proofs: 'solved tasks of registrations',
  transparency_months: 'counts',
  visitor_salts: 'the day’s random number of the view counter',
  kysely_migration: 'the state of the database',
  kysely_migration_lock: 'the state of the database',
}
