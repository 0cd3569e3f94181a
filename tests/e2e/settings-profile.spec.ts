import { field, press } from './support/auth-forms.ts'
import { closeToast, expect, expectToast, forgetLostNetwork, holdAnswers, test } from './support/browser.ts'
import { chooser } from './support/listing-form.ts'
import { person } from './support/people.ts'
import { openSettings, section, settingsOf } from './support/settings-page.ts'
import { photoFiles } from './support/test-listings.ts'

test('[SETTINGS-PROFILE] name, bio and place are saved, and the header follows immediately', async ({
  page,
  oja,
}) => {
  const ada = await person(oja, { fullName: 'Ada Okafor' })
  await openSettings(page, oja, ada)
  await field(page, 'Full name').fill('')
  await press(page, 'Save profile')
  await expect(page.getByText('Full name is required')).toBeVisible()
  await field(page, 'Full name').fill('Zara Okafor')
  await field(page, 'About you').fill('Phones, tested.')
  await field(page, 'State').selectOption('Lagos')
  await press(page, 'Save profile')
  await expect(page.getByText('Please select an LGA')).toBeVisible()
  await field(page, 'LGA').selectOption('Ikeja')
  await press(page, 'Save profile')
  await expectToast(page, 'Profile saved')
  await expect(page.getByRole('button', { name: 'Account menu' })).toHaveText('Z')
  await page.reload()
  await expect(field(page, 'Full name')).toHaveValue('Zara Okafor')
  await expect(field(page, 'LGA')).toHaveValue('Ikeja')
  await field(page, 'State').selectOption('Kano')
  await expect(field(page, 'LGA')).toHaveValue('')
})

test('[SETTINGS-PROFILE] a picture is saved as soon as it is chosen, and removed', async ({ page, oja }) => {
  const ada = await person(oja)
  await openSettings(page, oja, ada)
  const [file] = await photoFiles(1)
  await chooser(page).setInputFiles(file ? [file] : [])
  await expectToast(page, 'Picture saved')
  const { avatarUrl } = await settingsOf(ada)
  const inHeader = page.getByRole('button', { name: 'Account menu' }).locator('img')
  await expect(inHeader).toHaveAttribute('src', avatarUrl?.replace('/320.', '/160.') ?? 'none')
  await section(page, 'Profile').getByRole('button', { name: 'Remove' }).click()
  await expectToast(page, 'Picture removed')
  await expect(inHeader).toHaveCount(0)
})

test('[SETTINGS-AVATAR-OFFLINE] a picture that failed offline is sent when the connection returns', async ({
  page,
  oja,
  pageErrors,
}) => {
  const ada = await person(oja)
  await openSettings(page, oja, ada)
  const [file] = await photoFiles(1)
  await page.context().setOffline(true)
  await chooser(page).setInputFiles(file ? [file] : [])
  await expect(page.getByText('It is sent again once you are online.')).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText('A clear face builds trust.')).toBeVisible()
  await expect.poll(async () => (await settingsOf(ada)).avatarUrl).not.toBeNull()
  forgetLostNetwork(pageErrors)
})

test('[SETTINGS-PROFILE] no input is lost by a failure, a link or going back', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(500)
  const ada = await person(oja)
  await openSettings(page, oja, ada)
  await page.route('**/api/settings/profile', (route) => route.fulfill({ status: 500, body: '' }))
  await field(page, 'About you').fill('Not to be lost')
  await press(page, 'Save profile')
  await expectToast(page, 'Profile not saved')
  await closeToast(page)
  await expect(field(page, 'About you')).toHaveValue('Not to be lost')

  await page.getByRole('link', { name: 'Browse' }).first().click()
  const ask = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await ask.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL('/settings')
  await page.getByRole('link', { name: 'Browse' }).first().click()
  await ask.getByRole('button', { name: 'Leave' }).click()
  await expect(page).toHaveURL('/listings')
  // The form stays on the screen until Browse is loaded: going back before that would find it as it was.
  await expect(field(page, 'About you')).toHaveCount(0)
  await page.goBack()
  await expect(field(page, 'About you')).toHaveValue('')
  await field(page, 'About you').fill('Kept for later')
  await page.goForward()
  await expect(page).toHaveURL('/listings')
  await page.goBack()
  await expect(field(page, 'About you')).toHaveValue('Kept for later')
  await press(page, 'Discard changes')
  await expect(field(page, 'About you')).toHaveValue('')
})

test('[SETTINGS-PROFILE] what is typed while the profile is being saved stays, as an unsaved change', async ({
  page,
  oja,
}) => {
  const ada = await person(oja, { fullName: 'Ada Okafor' })
  await openSettings(page, oja, ada)
  const release = await holdAnswers(page, '/api/settings/profile')
  const about = field(page, 'About you')
  await about.fill('Phones. ')
  await field(page, 'Full name').fill('Ada  Eze')
  await press(page, 'Save profile')
  await about.pressSequentially('Laptops.')
  release()
  await expectToast(page, 'Profile saved')
  await expect(field(page, 'Full name')).toHaveValue('Ada Eze')
  await expect(about).toHaveValue('Phones. Laptops.')
  await expect(page.getByText('This was changed elsewhere', { exact: false })).toBeHidden()
  await press(page, 'Save profile')
  await expect.poll(async () => (await settingsOf(ada)).bio).toBe('Phones. Laptops.')
})

test('[SETTINGS-PROFILE] what was saved on another device meanwhile is not overwritten by a field that nobody edited here', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(409)
  const ada = await person(oja, {
    fullName: 'Ada Okafor',
    bio: 'Phones.',
    state: 'Kano',
    lga: 'Kano Municipal',
  })
  const elsewhere = (body: { bio: string; state?: string; lga?: string }) =>
    ada.api('PATCH /api/settings/profile', { body })
  await openSettings(page, oja, ada)
  await elsewhere({ bio: 'Phones and laptops.', state: 'Lagos', lga: 'Ikeja' })
  // The response to any change has the whole account.
  const number = `+234803${String(process.pid).padStart(7, '0')}`
  await field(page, 'Phone number').fill(number)
  await press(page, 'Save number')
  await expectToast(page, 'Phone number saved')
  await expect(field(page, 'About you')).toHaveValue('Phones and laptops.')
  await expect(field(page, 'LGA')).toHaveValue('Ikeja')
  await expect(section(page, 'Profile').getByRole('button', { name: 'Discard changes' })).toHaveCount(0)
  await field(page, 'Full name').fill('Ada Eze')
  await press(page, 'Save profile')
  await expectToast(page, 'Profile saved')
  expect(await settingsOf(ada)).toMatchObject({
    fullName: 'Ada Eze',
    bio: 'Phones and laptops.',
    lga: 'Ikeja',
  })

  // What was edited in both places is not saved before the person has read the other text.
  await field(page, 'About you').fill('Phones only.')
  await elsewhere({ bio: 'Laptops only.' })
  await press(page, 'Save profile')
  await expectToast(page, 'Profile not saved')
  await expect(
    page.getByText('This was changed elsewhere to “Laptops only.”.', { exact: false }),
  ).toBeVisible()
  await expect(field(page, 'About you')).toHaveValue('Phones only.')
  await press(page, 'Save profile')
  await expectToast(page, 'Profile saved')
  expect((await settingsOf(ada)).bio).toBe('Phones only.')

  const other = number.replace('+234803', '+234806')
  await ada.api('PATCH /api/settings/phone', { body: { phone: other } })
  await field(page, 'Full name').fill('Ada Okafor')
  await press(page, 'Save profile')
  await expect(field(page, 'Phone number')).toHaveValue(other)
  await expect(section(page, 'Phone').getByRole('button', { name: 'Save number' })).toHaveCount(0)
})
