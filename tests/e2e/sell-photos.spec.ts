import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import sharp from 'sharp'
import {
  expect,
  expectAccessibleEverywhere,
  expectToast,
  forgetLostNetwork,
  open,
  test,
} from './support/browser.ts'
import { chooser, field, fillListing, setTestPhotos, submit, tiles } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { photoFiles, uploadPhoto } from './support/test-listings.ts'

const create = 'Create Listing'

test('[SELL-UPLOAD-FAIL] [SELL-UPLOAD-DISABLED] a failed upload shows an error and can be tried again', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(503, 500)
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const files = await photoFiles(1)
  const call = '**/api/uploads'
  await page.route(call, (route) =>
    route.fulfill({ status: 503, json: { error: { message: 'Pictures are being moved.' } } }),
  )
  const chooses = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photos' }).press('Enter')
  await (await chooses).setFiles(files)
  await expectToast(page, 'Upload failed', 'Pictures are being moved.')
  await expect(page.getByRole('button', { name: 'Add more' })).toBeFocused()
  await page.unroute(call)
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route(call, async (route) => {
    await released
    await route.fulfill({ status: 500, body: '' })
  })
  await page.getByRole('button', { name: 'Retry photo 1' }).press('Enter')
  await expect(page.getByRole('button', { name: 'Add more' })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Photo 1 of 1, cover' })).toBeFocused()
  await expect(chooser(page)).toBeDisabled()
  release()
  await expect(page.locator('.toast')).toContainText('Failed to upload images. Please try again.')
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry photo 1' }).click()
  await expect(page.locator('.toast')).toContainText('1 image(s) uploaded successfully')
  await expect(page.getByRole('region', { name: 'Listing checklist' })).toContainText('1/10')
})

/** A PNG with noise on the left and nothing on the right, longer than a screen needs. */
async function longPicture(): Promise<Buffer> {
  const [width, height] = [2600, 200]
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const left = { width: width / 2, height, channels: 3, background: '#888', noise } as const
  const input = await sharp({ create: left }).png({ compressionLevel: 0 }).toBuffer()
  return sharp({ create: { width, height, channels: 4, background: '#0000' } })
    .composite([{ input, left: 0, top: 0 }])
    .png({ compressionLevel: 1 })
    .toBuffer()
}

test('[PHOTO-LIMIT] a picture is made smaller before it is sent, white where it shows nothing; one of more than 10 MB that the browser cannot read is not sent', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  let sent = 0
  await page.route('**/api/uploads', (route) => {
    sent += 1
    return route.continue()
  })
  const mimeType = 'image/png'
  await chooser(page).setInputFiles({ name: 'long.png', mimeType, buffer: await longPicture() })
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully')
  const shown = await tiles(page)
    .locator('img')
    .evaluate((image: HTMLImageElement) => {
      const context = new OffscreenCanvas(image.naturalWidth, 1).getContext('2d')
      context?.drawImage(image, 0, 0)
      return [image.naturalWidth, ...(context?.getImageData(image.naturalWidth - 9, 0, 1, 1).data ?? [])]
    })
  expect(shown).toEqual([2000, 255, 255, 255, 255])
  const buffer = Buffer.alloc(10 * 2 ** 20 + 1)
  await chooser(page).setInputFiles({ name: 'huge.png', mimeType, buffer })
  const refusal = 'huge.png is larger than 10 MB. Please choose a smaller one.'
  await expectToast(page, 'Upload failed', refusal)
  await expect(page.getByText(`Photo 2 cannot be used: ${refusal}`)).toBeVisible()
  expect(sent).toBe(1)
})

test('[SELL-UPLOAD-FAIL] [CALL-TIMEOUT] an upload on a line where no byte moves for two minutes is given up, and can be tried again', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await page.clock.install()
  await open(page, '/sell')
  const call = '**/api/uploads'
  const reached = page.waitForRequest(call)
  await page.route(call, () => {})
  await chooser(page).setInputFiles(await photoFiles(1))
  await reached
  await page.clock.runFor('02:00')
  await expectToast(page, 'Upload failed', 'Failed to upload images. Please try again.')
  await page.unroute(call)
  await page.getByRole('button', { name: 'Retry photo 1' }).click()
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully')
})

test('[SELL-BACKGROUND] a listing that is sent at the moment its photo is uploaded is published with it', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await fillListing(page, 'Enamel plates')
  await page.getByRole('main').evaluate((main) => {
    let wasUploading = false
    const observer = new MutationObserver(() => {
      const add = [...main.querySelectorAll('button')].find(({ textContent }) => textContent === 'Add more')
      if (wasUploading && add?.ariaDisabled === 'false') {
        observer.disconnect()
        main.querySelector('form')?.requestSubmit()
      }
      wasUploading = add?.ariaDisabled === 'true'
    })
    observer.observe(main, { subtree: true, childList: true, attributes: true })
  })
  await chooser(page).setInputFiles(await photoFiles(1))
  await expectToast(page, 'Listing created!')
  await expect(page.getByRole('heading', { name: 'Enamel plates', level: 1 })).toBeVisible()
})

test('[SELL-UPLOAD-FAIL] a file that is no picture is refused with a reason', async ({
  page,
  oja,
  expectedStatuses,
}) => {
  expectedStatuses.push(400, 415, 422)
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await chooser(page).setInputFiles([
    { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
  ])
  await expectToast(page, 'Upload failed', 'notes.txt')
  await expect(tiles(page)).toHaveCount(0)
  const fake = { name: 'fake.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('not a picture at all') }
  await chooser(page).setInputFiles([fake])
  await expect(page.locator('.toast')).toContainText('Upload failed')
  await expect(page.getByText('Photo 1 cannot be used: This is not a picture we can use.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry photo 1' })).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove photo 1' }).click()
  await expect(page.getByRole('button', { name: /^Add photos/ })).toBeFocused()
  await expect(tiles(page)).toHaveCount(0)
  await expect(page.getByText('cannot be used')).toHaveCount(0)
})

test('[PHOTO-TYPES] HEIC, which this browser cannot decode, is refused before upload, with advice', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const buffer = Buffer.from('0000001c66747970686569630000000068656963686d69666d696166', 'hex')
  await chooser(page).setInputFiles([{ name: 'IMG_0001.jpg', mimeType: 'image/jpeg', buffer }])
  await expectToast(page, 'Upload failed', 'This browser cannot open HEIC photos.')
  await expect(page.getByText(/^Photo 1 cannot be used: .* Most Compatible\. Remove it/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Retry photo 1' })).toHaveCount(0)
})

test('[SELL-UPLOAD-OFFLINE] a photo that failed offline is sent when the connection returns', async ({
  page,
  oja,
  pageErrors,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const files = await photoFiles(1)
  await page.context().setOffline(true)
  await chooser(page).setInputFiles(files)
  await expect(page.getByRole('button', { name: 'Retry photo 1' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('region', { name: 'Listing checklist' })).toContainText('1/10')
  await expect(page.getByRole('button', { name: 'Retry photo 1' })).toHaveCount(0)
  forgetLostNetwork(pageErrors)
})

test('[SELL-ROOM] [SELL-UPLOAD-DISABLED] of twelve files ten are accepted, then the upload is disabled', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const files = await photoFiles(12)
  const chooses = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Add photos' }).press('Enter')
  await (await chooses).setFiles(files)
  await expectToast(page, 'Images uploaded', '10 image(s) uploaded successfully')
  await expect(tiles(page)).toHaveCount(10)
  // The button that had the focus is gone.
  await expect(page.getByRole('button', { name: 'Photo 10 of 10' })).toBeFocused()
  await expect(page.getByRole('button', { name: 'Add more' })).toHaveCount(0)
  await expect(chooser(page)).toBeDisabled()
  await expectAccessibleEverywhere(page)
})

test('[SELL-TEST-HOOK] the global list of test photos is read every 100 ms', async ({ page, oja }) => {
  const seller = await person(oja)
  await signIn(page, oja, seller)
  const uploaded = [await uploadPhoto(oja, seller, 0), await uploadPhoto(oja, seller, 1)]
  await page.clock.install()
  await open(page, '/sell')
  await page.clock.pauseAt(Date.now() + 3_600_000)
  await setTestPhotos(
    page,
    uploaded.map(({ url }) => url),
  )
  await expect(tiles(page)).toHaveCount(0)
  await page.clock.runFor(100)
  await expect(tiles(page)).toHaveCount(2)
  await page.clock.resume()
  await fillListing(page, 'Gas cooker of the test hook')
  await submit(page, create)
  await expect(page).toHaveURL(/\/listings\/\d+$/)
})

test('[SELL-TEST-HOOK] nothing is read when the server has no test hooks', async ({ page, oja }) => {
  await signIn(page, oja, await person(oja))
  await page.route('**/api/site', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), testHooks: false } })
  })
  await page.clock.install()
  await open(page, '/about')
  await page.getByRole('banner').getByRole('link', { name: 'Sell', exact: true }).click()
  await expect(field(page, 'Title')).toBeVisible()
  await setTestPhotos(page, ['/media/photos/x.webp'])
  await page.clock.runFor(1000)
  await expect(tiles(page)).toHaveCount(0)
})

test('[SELL-UPLOAD-FAIL] of a picture that was deleted before its turn came, the seller reads that it has to be chosen again', async ({
  page,
  oja,
}, testInfo) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  const paths = await Promise.all(
    (await photoFiles(4)).map(async ({ name, buffer }) => {
      const path = testInfo.outputPath(name)
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, buffer)
      return path
    }),
  )
  let reached = 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/api/uploads', async (route) => {
    reached += 1
    await released
    await route.continue()
  })
  await chooser(page).setInputFiles(paths)
  // As many as are sent at once.
  await expect.poll(() => reached).toBe(3)
  await rm(paths[3] ?? '')
  release()
  await expect(
    page.getByText('Photo 4 cannot be used: This device can no longer read the picture. Choose it again.'),
  ).toBeVisible()
  await expect(page.getByRole('button', { name: /^Retry photo/ })).toHaveCount(0)
})
