import type { Page } from '@playwright/test'
import { type Person, person } from './people.ts'
import type { OjaServer } from './server.ts'

/** Somebody who may see /admin. */
export async function administrator(oja: OjaServer, fullName = 'Ife Admin'): Promise<Person> {
  const admin = await person(oja, { fullName })
  await oja.database.db.updateTable('users').set({ role: 'ADMIN' }).where('id', '=', admin.id).execute()
  return admin
}

/** The row of a table that says this. */
export const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
/** One of the dashboard's tabs. */
export const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name })
/** Presses a button of the dialog with this title. */
export const confirm = (page: Page, title: string, button: string) =>
  page.getByRole('dialog', { name: title }).getByRole('button', { name: button, exact: true }).click()

/** A new report, straight into the database. */
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
