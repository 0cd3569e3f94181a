import type { Page } from '@playwright/test'
import { expect } from './browser.ts'
import { password } from './people.ts'
import type { OjaServer } from './server.ts'

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true })
export const press = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name }).click()
export const dialog = (page: Page) => page.getByRole('dialog', { name: 'Enter your code' })
export const digits = (page: Page) => dialog(page).getByRole('textbox')
export const shownCode = (page: Page) =>
  digits(page).evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(''))

let newcomers = 0

/** Details that are not registered yet. */
export function newcomer() {
  newcomers += 1
  const username = `new_${process.pid}_${newcomers}`
  return { fullName: 'Zainab Musa', username, email: `${username}@example.com` }
}

export async function fillRegistration(page: Page, who: ReturnType<typeof newcomer>) {
  await field(page, 'Full name').fill(who.fullName)
  await field(page, 'Username').fill(who.username)
  await field(page, 'E-mail').fill(who.email)
  await field(page, 'Phone').fill('0803 123 4567')
  await field(page, 'Password').fill(password)
  await field(page, 'Confirm password').fill(password)
}

export async function logIn(page: Page, email: string, secret = password) {
  await field(page, 'E-mail').fill(email)
  await field(page, 'Password').fill(secret)
  await press(page, 'Login')
}

/** Logs out with the account menu, which leads home. */
export async function logOut(page: Page) {
  await page.getByRole('button', { name: 'Account menu' }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await expect(page).toHaveURL('/')
}

export async function enterCode(page: Page, code: string) {
  await digits(page).first().focus()
  await page.keyboard.type(code)
  await dialog(page).getByRole('button', { name: 'Verify' }).click()
}

/** Lets the server send another code immediately. */
export async function forgetWhenCodesWereSent({ database }: OjaServer) {
  const past = new Date(Date.now() - 61_000)
  await database.db.updateTable('password_resets').set({ sent_at: past }).execute()
  await database.db.updateTable('pending_registrations').set({ code_sent_at: past }).execute()
}
