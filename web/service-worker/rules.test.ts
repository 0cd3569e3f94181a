import { expect, test } from 'vitest'
import { isNoPage, isOfPublicPage, isPublicPage, isPublicRead, mayKeep, readerOf } from './rules.ts'

test('[OFFLINE-PRIVATE] only pages that anybody may read are kept', () => {
  for (const path of ['/', '/listings', '/listings/42', '/users/7', '/about'])
    expect(isPublicPage(path), path).toBe(true)
  const others = ['/login', '/forgot-password', '/chat', '/favorites', '/settings', '/profile', '/admin']
  for (const path of [...others, '/listings/42/', '/listings/x', '/reset-password', '/my-listings'])
    expect(isPublicPage(path), path).toBe(false)
})

test('[OFFLINE-PRIVATE] only reads that anybody may make are kept', () => {
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

test('[OFFLINE-PRIVATE] what the server calls private, or not to be stored, or says nothing of, is not kept', () => {
  expect(mayKeep(200, 'no-cache')).toBe(true)
  for (const said of ['no-store', 'private, no-cache', 'private', 'public, max-age=60', null])
    expect(mayKeep(200, said), String(said)).toBe(false)
  expect(mayKeep(404, 'no-cache')).toBe(false)
})

test('a page tells whom it was made for', () => {
  expect(readerOf('private, no-cache')).toBe('member')
  expect(readerOf('no-cache')).toBe('visitor')
  expect(readerOf('no-store')).toBeNull()
  expect(readerOf(null)).toBeNull()
})

test('the API, its documentation, files and the live connection are no pages', () => {
  for (const path of ['/api/docs', '/metrics', '/sitemap.xml', '/robots.txt', '/ws/', '/media/photos/x.webp'])
    expect(isNoPage(path), path).toBe(true)
  for (const path of ['/', '/listings/42', '/metrics-of-cloth', '/chat'])
    expect(isNoPage(path), path).toBe(false)
})

test('[OFFLINE-PRIVATE] a picture is kept where everybody’s pages show it, not from a conversation', () => {
  for (const path of ['', 'listings/42', 'users/7'])
    expect(isOfPublicPage(`https://oja.example/${path}`)).toBe(true)
  for (const referrer of ['https://oja.example/chat?thread=3', 'https://oja.example/settings', ''])
    expect(isOfPublicPage(referrer)).toBe(false)
})
