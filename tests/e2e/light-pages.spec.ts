import { randomUUID } from 'node:crypto'
import { cp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Browser } from '@playwright/test'
import type { Photo } from '#shared/contract/common.ts'
import budgets from '../../budgets.json' with { type: 'json' }
import { noisePhoto } from '../support/noise-photo.ts'
import { expect, test } from './support/browser.ts'
import { person } from './support/people.ts'
import { type OjaServer, startServer } from './support/server.ts'
import { listing, minutesAgo, uploadPicture } from './support/test-listings.ts'
import { type Weight, weigh } from './support/weight.ts'

/** What pages weigh in a separate marketplace, with pictures as heavy as photos. */
let weights: Weights
test.beforeAll(async ({ browser }) => {
  const oja = await startServer()
  const seller = await person(oja)
  const picture = await uploadPicture(oja, seller, await noisePhoto(1600, 1200), 'photo.jpg')
  const photos = await Promise.all(Array.from({ length: 10 }, () => copyOf(oja, picture)))
  const featured_until = new Date(Date.now() + 86_400_000)
  let id = 0
  for (let index = 0; index < 24; index += 1) {
    // Each starts with another photo; the last has all ten.
    const own = [...photos.slice(index % 10), ...photos.slice(0, index % 10)]
    id = await listing(oja, seller, {
      title: `Heavy goods ${index}, with a title that takes its room`,
      photos: JSON.stringify(own),
      created_at: minutesAgo(60 - index),
      featured_until: index < 6 ? featured_until : null,
    })
  }
  const paths = { home: '/', browse: '/listings', 'listing-detail': `/listings/${id}` }
  weights = await weighAll(browser, oja.url, paths)
  await oja.stop()
})

/** The same picture at another address: to make and encode ten of its kind takes 40 seconds of a processor. */
async function copyOf({ dataDir }: OjaServer, photo: Photo): Promise<Photo> {
  const id = randomUUID()
  const url = photo.url.replace(/[^/]+(?=\/[^/]+$)/, id)
  await cp(join(dataDir, dirname(photo.url)), join(dataDir, dirname(url)), { recursive: true })
  return { ...photo, url }
}

const pages = ['home', 'browse', 'listing-detail'] as const
type Weights = Record<(typeof pages)[number], { full: Weight; saved: Weight }>

async function weighAll(browser: Browser, origin: string, paths: Record<(typeof pages)[number], string>) {
  const weights: Partial<Weights> = {}
  for (const page of pages) {
    const full = await weigh(browser, origin + paths[page])
    weights[page] = { full, saved: await weigh(browser, origin + paths[page], { saver: true }) }
  }
  return weights as Weights
}

const kilo = 1000

for (const page of pages) {
  test(`[LIGHT-VIEW] [LIGHT-JS] [LIGHT-CSS] the first view of ${page} stays within its budget`, () => {
    const { full } = weights[page]
    expect(full.errors).toEqual([])
    expect(full.scripts).toBeLessThanOrEqual(budgets.scripts[page] * kilo)
    expect(full.styles).toBeLessThanOrEqual(budgets.styles * kilo)
    expect(full.all).toBeLessThanOrEqual(budgets.firstView[page] * kilo)
  })

  test(`[SAVER-HALF] data saver at least halves the first view of ${page}`, () => {
    const { full, saved } = weights[page]
    expect(saved.errors).toEqual([])
    expect(saved.fonts).toBe(0)
    expect(saved.all).toBeLessThanOrEqual(full.all * budgets.savedShare)
  })
}

test('[LIGHT-PICTURE] a picture on a phone is at most 40 KB', () => {
  for (const page of pages) {
    const { full } = weights[page]
    expect(full.pictures.length).toBeGreaterThan(0)
    expect(Math.max(...full.pictures)).toBeLessThanOrEqual(budgets.firstPicture * kilo)
  }
})
