import type { Page } from '@playwright/test'
import { type Person, person } from './people.ts'
import type { OjaServer } from './server.ts'

/** An administrator. */
export async function administrator(oja: OjaServer, fullName = 'Ife Admin'): Promise<Person> {
  const admin = await person(oja, { fullName })
  await oja.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.id).execute()
  return admin
}

/** The table row that contains this text. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** One of the dashboard's tabs. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
/** Presses a button of the dialog with this title. */
export const confirm = (page: Page, title: string, button: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button, exact: true }).click()

/** Inserts a new report into the database. */
export async function report(
  oja: OjaServer,
  reporter: Person,
  targetType: 'USER' | 'LISTING',
  targetId: number,
  reason: string,
) {
  await oja.database.db
    .insertInto('reports')
    .values({
      reporter_id: reporter.id,
      target_type: targetType,
      target_id: targetId,
      reason,
      details: 'Look.',
    })
    .execute()
}

/** Inserts a listing held for review into the database. */
export async function holdForReview(oja: OjaServer, owner: Person, listingId: number) {
  await oja.database.db
    .insertInto('holds')
    .values({ kind: 'LISTING', rule: 'COPIES', owner_id: owner.id, listing_id: listingId })
    .execute()
}
