import { anImei } from '#tests/support/imeis.ts'
import { administrator, rowOf } from './support/administrators.ts'
import { logIn } from './support/auth-forms.ts'
import {
  expect,
  expectAccessibleEverywhere,
  expectHydrated,
  expectToast,
  open,
  phone,
  scrollALittle,
} from './support/browser.ts'
import { test } from './support/chat-fixture.ts'
import { chooser, field, fillListing, submit, tiles } from './support/listing-form.ts'
import { password, person, signIn } from './support/people.ts'
import { listing, photoFiles, uploadPhoto } from './support/test-listings.ts'

test('[PASSPORT-ENTER] [PASSPORT-CHECK] [PASSPORT-SECRET] a seller enters the number; a visitor logs in, checks the phone in hand, and no page has the number', async ({
  page,
  oja,
  enter,
  browser,
}) => {
  test.slow()
  const imei = anImei()
  const [seller, buyer] = [await person(oja), await person(oja, { password })]
  await page.setViewportSize(phone)
  await signIn(page, oja, seller)
  await open(page, '/sell')
  await fillListing(page, 'Tecno Camon 30, as new')
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(tiles(page)).toHaveCount(1)
  await expect(field(page, 'IMEI (optional)')).toHaveCount(0)
  await field(page, 'Category').selectOption({ label: 'Phones & Tablets' })
  await field(page, 'IMEI (optional)').fill(imei.slice(0, 14))
  await submit(page, 'Create Listing')
  await expect(page.getByRole('alert')).toHaveText(
    'An IMEI has 15 digits, and here are 14. Dial *#06# to see it.',
  )
  await expect(field(page, 'IMEI (optional)')).toBeFocused()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await field(page, 'IMEI (optional)').fill(imei.replace(/(\d{6})(\d{6})/, '$1-$2 '))
  await submit(page, 'Create Listing')
  await expectToast(page, 'Listing created!')
  await expect(page).toHaveURL(/\/listings\/\d+$/)
  const path = new URL(page.url()).pathname
  await expect(page.getByText('Check this phone'), 'not for the seller').toHaveCount(0)
  await open(page, path.replace('/listings/', '/edit-listing/'))
  const stored = `Entered: ends in ${imei.slice(-4)}`
  await expect(field(page, 'IMEI (optional)')).toHaveAttribute('placeholder', stored)
  const onDevice = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  expect(onDevice).not.toContain(imei.slice(0, 6))

  const context = await browser.newContext({ viewport: phone, baseURL: oja.url })
  const visitor = await context.newPage()
  await open(visitor, path)
  await scrollALittle(visitor)
  await visitor.getByRole('link', { name: 'Check this phone' }).click()
  await expect(visitor).toHaveURL(/\/login\?next=/)
  await expectHydrated(visitor)
  await logIn(visitor, buyer.email)
  const dialog = visitor.getByRole('dialog', { name: 'Check this phone' })
  const result = dialog.getByRole('list', { name: 'Result' })
  const check = async (number: string) => {
    await dialog.getByLabel('IMEI').fill(number)
    await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  }
  await check(anImei())
  await expect(result).toContainText('Not the same phone.')
  await check(imei)
  await expect(result).toContainText('Same phone.')
  await expect(result).toContainText('Not reported stolen here.')
  await expect(result).toContainText('Not sold here before.')
  await expectAccessibleEverywhere(visitor)
  await context.close()

  const desk = await enter(await administrator(oja), '/admin?tab=listings')
  for (const [reader, paths] of [
    [page, [path, path.replace('/listings/', '/edit-listing/'), '/my-listings', '/settings']],
    [desk, [path, '/listings?category=1', '/admin?tab=held', `/users/${seller.id}`]],
  ] as const)
    for (const each of paths)
      expect(await (await reader.request.get(each)).text(), each).not.toContain(imei.slice(0, 14))
})

test('[PASSPORT-ENTER] an IMEI that could not be saved stays in the form, and is saved with the next press', async ({
  page,
  oja,
}) => {
  const imei = anImei()
  const seller = await person(oja)
  const id = await listing(oja, seller, { title: 'Tecno Spark, used', category_id: 1 })
  await signIn(page, oja, seller)
  await open(page, `/edit-listing/${id}`)
  await field(page, 'Title').fill('Tecno Spark, as new')
  await field(page, 'IMEI (optional)').fill(imei)
  await page.route('**/passport', (route) =>
    route.request().method() === 'PATCH' ? route.abort('internetdisconnected') : route.continue(),
  )
  await submit(page, 'Save Changes')
  await expect(page.getByText('Your listing is saved, but not the IMEI.')).toBeVisible()
  await expect(field(page, 'IMEI (optional)')).toHaveValue(imei)
  await page.unroute('**/passport')
  await field(page, 'Title').fill('Tecno Spark, like new')
  await submit(page, 'Save Changes')
  await expectToast(page, 'Success!', 'Your listing has been updated')
  expect(await seller.api('GET /api/listings/:id/passport', { params: { id } })).toMatchObject({
    lastFour: imei.slice(-4),
  })
  expect(await seller.api('GET /api/listings/:id', { params: { id } })).toMatchObject({
    title: 'Tecno Spark, like new',
  })
})

test('[PASSPORT-STOLEN] [ADMIN-FOCUS] an owner reports a stolen phone with proof, a moderator confirms it, a check shows it, and the owner withdraws it', async ({
  page,
  oja,
  enter,
}) => {
  test.slow()
  const imei = anImei()
  const owner = await person(oja, { fullName: 'Amara Robbed' })
  const id = await listing(oja, await person(oja), { title: 'Suspicious phone', category_id: 1 })
  await page.setViewportSize(phone)
  await signIn(page, oja, owner)
  await open(page, '/stolen-phone')
  await page.getByLabel('IMEI of the stolen phone').fill(imei)
  await page.getByLabel('When and where was it stolen?').fill('On Monday, at Ojota bus stop.')
  // As a phone does that needs the memory for its camera.
  await page.reload()
  await expect(page.getByLabel('When and where was it stolen?')).toHaveValue('On Monday, at Ojota bus stop.')
  await expect(page.getByLabel('IMEI of the stolen phone')).toHaveValue(imei)
  await chooser(page).setInputFiles(await photoFiles(1))
  await expect(page.getByRole('img', { name: 'Your proof' })).toBeVisible()
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await page.getByRole('button', { name: 'Report as stolen' }).click()
  await expectToast(page, 'Report sent')
  await expect(page.getByLabel('When and where was it stolen?')).toHaveValue('')
  const card = page.getByRole('article').filter({ hasText: `IMEI ending in ${imei.slice(-4)}` })
  await expect(card).toContainText('Waiting')

  const desk = await enter(await administrator(oja), '/admin?tab=held&kind=THEFT')
  const row = rowOf(desk, 'Amara Robbed')
  await expect(row).toContainText(`IMEI ending in ${imei.slice(-4)}`)
  await expect(row).toContainText('On Monday, at Ojota bus stop.')
  await expectAccessibleEverywhere(desk)
  await row.getByRole('button', { name: 'Confirm stolen phone of Amara Robbed' }).click()
  await expectToast(desk, 'Confirmed')

  const buyer = await enter(await person(oja), `/listings/${id}?check=phone`)
  const dialog = buyer.getByRole('dialog', { name: 'Check this phone' })
  await dialog.getByLabel('IMEI').fill(imei)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Result' })).toContainText('Reported stolen.')
  await expect(dialog).not.toContainText('Amara')

  await page.reload()
  await expect(card).toContainText('Confirmed')
  await expectAccessibleEverywhere(page)
  await page.setViewportSize(phone)
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expectToast(page, 'Report withdrawn')
  await expect(card).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await buyer.bringToFront()
  await dialog.getByLabel('IMEI').fill(`${imei} `)
  await dialog.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(dialog.getByRole('list', { name: 'Result' })).toContainText('Not reported stolen here.')
})

test('[PASSPORT-STOLEN] a report whose withdrawal arrived without an answer is gone from the page', async ({
  page,
  oja,
  pageErrors,
}) => {
  const owner = await person(oja)
  const { url: proof } = await uploadPhoto(oja, owner, 0)
  await owner.api('POST /api/stolen-phones', { body: { imei: anImei(), proof, details: 'At Ojota.' } })
  await signIn(page, oja, owner)
  await open(page, '/stolen-phone')
  await page.route('**/api/stolen-phones/*', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  const card = page.getByRole('article').filter({ hasText: 'IMEI ending in' })
  await card.getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw' }).click()
  await expectToast(page, 'Not withdrawn')
  await expect(card).toHaveCount(0)
  const lost = pageErrors.filter((error) => error.includes('net::ERR_CONNECTION_RESET'))
  for (const error of lost) pageErrors.splice(pageErrors.indexOf(error), 1)
})
