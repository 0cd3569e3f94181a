import { expect, test, vi } from 'vitest'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import {
  audienceOf,
  isCacheable,
  isNotPage,
  isOfPublicPage,
  isPublicPage,
  isPublicRead,
} from './cache-rules.ts'

test('[OFFLINE-PRIVATE] only public pages are cached', () => {
  for (const path of ['/', '/listings', '/listings/42', '/users/7', '/about'])
    expect(isPublicPage(path), path).toBe(true)
  const others = ['/login', '/forgot-password', '/chat', '/favorites', '/settings', '/profile', '/admin']
  for (const path of [...others, '/listings/42/', '/listings/x', '/reset-password', '/my-listings'])
    expect(isPublicPage(path), path).toBe(false)
})

test('[OFFLINE-PRIVATE] only public reads are cached', () => {
  for (const path of [
    'categories',
    'listings',
    'listings/latest',
    'listings/42',
    'listings/42/similar',
    'users/7',
  ])
    expect(isPublicRead(`/api/${path}`), path).toBe(true)
  const others = ['auth/me', 'threads', 'favorites', 'settings', 'my-listings', 'listings/search-suggestions']
  for (const path of [...others, 'docs', 'users/7/settings', 'admin/users'])
    expect(isPublicRead(`/api/${path}`), path).toBe(false)
})

test('[OFFLINE-PRIVATE] the contract marks only public reads for offline', () => {
  const marked = (Object.entries(contract) as [string, Endpoint][]).filter(([, { offline }]) => offline)
  for (const [key, { access }] of marked)
    expect([key, access]).toEqual([expect.stringMatching(/^GET /), 'anyone'])
})

test('[OFFLINE-PRIVATE] a response that is private, no-store or without a directive is not cached', () => {
  expect(isCacheable(200, 'no-cache')).toBe(true)
  for (const said of ['no-store', 'private, no-cache', 'private', 'public, max-age=60', null])
    expect(isCacheable(200, said), String(said)).toBe(false)
  expect(isCacheable(404, 'no-cache')).toBe(false)
})

test('Cache-Control tells a member’s page from a visitor’s', () => {
  expect(audienceOf('private, no-store')).toBe('member')
  expect(audienceOf('public, max-age=0, s-maxage=10')).toBe('visitor')
  expect(audienceOf('no-store')).toBeNull()
  // A visitor's page whose address has a position.
  expect(audienceOf('private, no-cache')).toBeNull()
  expect(audienceOf(null)).toBeNull()
})

test('the API, its documentation, files and the socket are no pages', () => {
  for (const path of ['/api/docs', '/metrics', '/sitemap.xml', '/robots.txt', '/ws/', '/media/photos/x.webp'])
    expect(isNotPage(path), path).toBe(true)
  for (const path of ['/', '/listings/42', '/metrics-of-cloth', '/chat'])
    expect(isNotPage(path), path).toBe(false)
})

test('[OFFLINE-PRIVATE] a picture is cached when public pages show it, not from a conversation', () => {
  for (const path of ['', 'listings/42', 'users/7'])
    expect(isOfPublicPage(`https://oja.example/${path}`)).toBe(true)
  for (const referrer of ['https://oja.example/chat?thread=3', 'https://oja.example/settings', ''])
    expect(isOfPublicPage(referrer)).toBe(false)
})

test('[BROWSER-OLDEST] a browser without URL.canParse caches the pictures of public pages too', () => {
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override canParse = undefined as never
    },
  )
  expect(isOfPublicPage('https://oja.example/listings/42')).toBe(true)
  for (const referrer of ['https://oja.example/chat?thread=3', 'about:client', ''])
    expect(isOfPublicPage(referrer)).toBe(false)
  vi.unstubAllGlobals()
})
