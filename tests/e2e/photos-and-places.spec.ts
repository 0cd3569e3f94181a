import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import sharp from 'sharp'
import type { Place } from '#shared/contract/catalogue.ts'
import {
  boxOf,
  expect,
  expectAccessibleEverywhere,
  expectToast,
  open,
  phone,
  test,
} from './support/browser.ts'
import { field, tiles } from './support/listing-form.ts'
import { person, signIn } from './support/people.ts'
import { listing, photoFiles } from './support/test-listings.ts'

/** Pastes JPEG pictures into the field of the title, and the text that came with them. */
async function paste(page: Page, pictures: Buffer[], text = '') {
  const files = pictures.map((picture) => picture.toString('base64'))
  await field(page, 'Title').evaluate(
    (input, given) => {
      const clipboardData = new DataTransfer()
      if (given.text) clipboardData.setData('text/plain', given.text)
      for (const data of given.files) {
        const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
        clipboardData.items.add(new File([bytes], 'photo.jpg', { type: 'image/jpeg' }))
      }
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    { files, text },
  )
}

const pictures = async (count: number) => (await photoFiles(count)).map(({ buffer }) => buffer)

const sources = (page: Page) =>
  tiles(page)
    .locator('img')
    .evaluateAll((all) => all.map((one) => one.getAttribute('src')))

/** Red on the left, blue on the right. */
async function twoColours(): Promise<Buffer> {
  const create = { width: 160, height: 240, channels: 3, background: '#f00' } as const
  const input = await sharp({ create }).png().toBuffer()
  return sharp({ create: { ...create, width: 320, background: '#00f' } })
    .composite([{ input, left: 0, top: 0 }])
    .jpeg()
    .toBuffer()
}

/** Width and height in pixels of a photo as the form shows it. */
const sizeOf = (page: Page, number: number) =>
  tiles(page)
    .nth(number - 1)
    .locator('img')
    .evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])

test('[SELL-PHOTO-PASTE] [SELL-PHOTO-KEYS] [SELL-PHOTO-EDIT] pasted photos are ordered, rotated and cropped by keyboard; text with a picture stays text', async ({
  page,
  oja,
}) => {
  await signIn(page, oja, await person(oja))
  await open(page, '/sell')
  await paste(page, await pictures(1), 'A word processor copies its text as a picture, too')
  await expect(tiles(page)).toHaveCount(0)
  await paste(page, [await twoColours(), ...(await pictures(2))])
  await expectToast(page, 'Images uploaded', '3 image(s) uploaded successfully')
  const [first, second, third] = await sources(page)

  await tiles(page).first().focus()
  await page.keyboard.press('Space')
  await expect(page.getByRole('button', { name: 'Make cover' })).toBeDisabled()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Photo moved to place 2 of 3.')).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('Photo moved to place 3 of 3.')).toBeVisible()
  await expect(tiles(page).nth(2)).toBeFocused()
  expect(await sources(page)).toEqual([second, third, first])
  // Where a move ends, its button has nothing to do: it keeps the focus.
  const moveRight = page.getByRole('button', { name: 'Move right' })
  await page.getByRole('button', { name: 'Move left' }).press('Enter')
  await moveRight.press('Enter')
  await expect(moveRight).toBeDisabled()
  await expect(moveRight).toBeFocused()
  expect(await sources(page)).toEqual([second, third, first])

  const [width = 0, height = 0] = await sizeOf(page, 3)
  expect(width).not.toBe(height)
  const dialog = page.getByRole('dialog', { name: 'Crop and rotate' })
  const edit = () => page.getByRole('button', { name: 'Crop, rotate' }).press('Enter')
  await edit()
  await dialog.getByRole('button', { name: 'Save photo' }).press('Enter')
  await expect(dialog).toHaveCount(0)
  // What was not changed is not sent again.
  expect(await sources(page)).toEqual([second, third, first])
  await edit()
  // Once around, and a quarter.
  for (let turn = 0; turn < 5; turn += 1)
    await dialog.getByRole('button', { name: 'Rotate', exact: true }).press('Enter')
  await expect(dialog.getByText('Rotated by 90 degrees.')).toBeAttached()
  for (let step = 0; step < 5; step += 1)
    await dialog.getByRole('button', { name: 'Bottom edge' }).press('Shift+ArrowUp')
  await expectAccessibleEverywhere(page)
  await dialog.getByRole('button', { name: 'Save photo' }).press('Enter')
  await expectToast(page, 'Images uploaded', '1 image(s) uploaded successfully')
  await expect(dialog).toHaveCount(0)
  const [newWidth = 0, newHeight = 0] = await sizeOf(page, 3)
  expect(newWidth).toBe(height)
  expect(newHeight).toBeLessThan(width)
  expect(newHeight).toBeGreaterThan(0)
  expect((await sources(page)).slice(0, 2)).toEqual([second, third])
  // Clockwise: what was on the left is at the top.
  const colour = await tiles(page).nth(2).locator('img').evaluate(colourAtTop)
  expect(colour?.map((channel) => channel > 128)).toEqual([true, false, false])
})

/** Red, green and blue in the middle of a picture's upper edge. */
function colourAtTop(image: Element): number[] | undefined {
  if (!(image instanceof HTMLImageElement)) return undefined
  const context = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d')
  context?.drawImage(image, 0, 0)
  const pixel = context?.getImageData(image.naturalWidth / 2, 4, 1, 1).data
  return pixel && [...pixel.slice(0, 3)]
}

test.describe('on a phone', () => {
  test.use({ viewport: phone })

  test('photos are ordered by a mouse that drags them, and by a finger that rests on one first', async ({
    page,
    oja,
  }) => {
    await signIn(page, oja, await person(oja))
    await page.clock.install()
    await open(page, '/sell')
    await paste(page, await pictures(3))
    await expectToast(page, 'Images uploaded', '3 image(s) uploaded successfully')
    await page.clock.pauseAt(Date.now() + 3_600_000)
    const chosen = await sources(page)
    const order = async () => (await sources(page)).map((source) => chosen.indexOf(source))
    const middle = async (number: number) => {
      const { x, y, width, height } = await boxOf(tiles(page).nth(number - 1))
      return { x: x + width / 2, y: y + height / 2 }
    }
    const [first, third] = [await middle(1), await middle(3)]

    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    // A hand that shakes presses all the same.
    await page.mouse.move(first.x + 3, first.y)
    await page.mouse.up()
    await expect(tiles(page).first()).toHaveAttribute('aria-pressed', 'true')
    await tiles(page).first().click()
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(third.x, third.y, { steps: 3 })
    await page.mouse.up()
    await expect.poll(order).toEqual([1, 2, 0])
    // A photo that is dragged and left where it was is not chosen either.
    await page.mouse.move(first.x, first.y)
    await page.mouse.down()
    await page.mouse.move(first.x + 20, first.y)
    await page.mouse.up()
    await expect.poll(order).toEqual([1, 2, 0])
    for (const tile of await tiles(page).all()) await expect(tile).toHaveAttribute('aria-pressed', 'false')

    /** An event of a finger; true: the browser may scroll. Not a real touch: on a busy machine Chromium cancels one that is answered late. */
    const finger = (type: string, at: { x: number; y: number }) =>
      page.evaluate(
        ([type, clientX, clientY]) => {
          const facts = { clientX, clientY, pointerType: 'touch', bubbles: true, cancelable: true }
          const event = type.startsWith('pointer') ? new PointerEvent(type, facts) : new Event(type, facts)
          return document.elementFromPoint(clientX, clientY)?.dispatchEvent(event)
        },
        [type, at.x, at.y] as const,
      )
    // A finger that moves at once scrolls the page.
    for (const [rests, scrolls, expected] of [
      [0, true, [1, 2, 0]],
      [300, false, [2, 0, 1]],
    ] as const) {
      await finger('pointerdown', first)
      await page.clock.runFor(rests)
      expect(await finger('touchmove', first)).toBe(scrolls)
      await finger('pointermove', third)
      await finger('pointerup', third)
      await expect.poll(order).toEqual(expected)
    }
  })
})

test('[PLACES-PAGE] [PLACES-MAP] a state is chosen on the map, or by keyboard in the list beside it', async ({
  page,
  oja,
}) => {
  await listing(oja, await person(oja), { state: 'Taraba', lga: 'Jalingo', title: 'Loom from Jalingo' })
  await open(page, '/')
  await page.route('**/api/places', async (route) => {
    const response = await route.fetch()
    const places: Place[] = await response.json()
    const many = { state: 'Lagos', listings: 5000, exact: false }
    await route.fulfill({ json: places.map((place) => (place.state === many.state ? many : place)) })
  })
  await page.getByRole('link', { name: 'Browse by state' }).click()
  await expect(page).toHaveURL('/places')
  await expectAccessibleEverywhere(page)
  const box = page.getByRole('searchbox', { name: 'Find a state' })
  const links = page.getByRole('navigation', { name: 'States' }).getByRole('link')
  // Lagos has a thousand times what Taraba has, which is more than nothing.
  const shade = (state: string) =>
    page.locator('.state-map a').filter({ hasText: state }).locator('use').getAttribute('fill-opacity')
  expect([await shade('Lagos: about 5,000 listings'), await shade('Taraba')]).toEqual(['1', '0.25'])
  await box.fill('atlantis')
  await expect(page.getByText('We know no state or LGA called “atlantis”.')).toBeVisible()
  for (const name of ['abuja', 'FCT']) {
    await box.fill(name)
    await expect(links).toHaveAccessibleName(/^Federal Capital Territory/)
  }
  await box.fill('tara')
  await expect(links).toHaveCount(1)
  await page.keyboard.press('Tab')
  await expect(links).toBeFocused()
  await expect(links).toHaveAccessibleName(/^Taraba \d+ listing/)
  await expect(page.locator('.state-map [data-chosen]')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/listings?state=Taraba')
  await expect(page.getByRole('link', { name: /Loom from Jalingo/ })).toBeVisible()
  await page.goBack()
  await page.locator('.state-map a').filter({ hasText: 'Taraba' }).click()
  await expect(page).toHaveURL('/listings?state=Taraba')
})

test('[SELL-PHOTO-EDIT] of a photo that cannot be loaded, the editor says what to do', async ({
  page,
  oja,
  pageErrors,
}) => {
  const seller = await person(oja)
  const photo = {
    url: `/media/photos/${randomUUID()}/960.webp`,
    width: 1600,
    height: 1200,
    placeholder: null,
  }
  // Hidden, since a photo that does not exist is an error on every page that shows it.
  const id = await listing(oja, seller, {
    title: 'Picture frame',
    status: 'HIDDEN',
    photos: JSON.stringify([photo]),
  })
  await signIn(page, oja, seller)
  await page.route('**/media/**', (route) => route.abort())
  await open(page, `/edit-listing/${id}`)
  await tiles(page).first().click()
  // The largest size that is stored is what a crop is made of.
  const largest = page.waitForRequest(/\/1600\.webp$/)
  await page.getByRole('button', { name: 'Crop, rotate' }).click()
  await largest
  const editor = page.getByRole('dialog', { name: 'Crop and rotate' })
  await expect(editor.locator('[data-form-failure]')).toHaveText('Remove it, and add it again.')
  const lost = pageErrors.filter((error) => error.includes('net::ERR_FAILED'))
  for (const error of lost) pageErrors.splice(pageErrors.indexOf(error), 1)
})
