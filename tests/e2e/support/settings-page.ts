import type { Page } from '@playwright/test'
import { open } from './browser.ts'
import { type Person, signIn } from './people.ts'
import type { OjaServer } from './server.ts'

/** Opens the settings as this person. */
export async function openSettings(page: Page, oja: OjaServer, who: Person): Promise<void> {
  await signIn(page, oja, who)
  await open(page, '/settings')
}

export const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

export const settingsOf = (who: Person) => who.api('GET /api/settings')
