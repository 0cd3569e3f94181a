import { describe, expect, test } from 'vitest'
import { paths, safeNext } from './paths.ts'

describe('safeNext', () => {
  test.each([
    ['/sell', '/sell'],
    ['/edit-listing/7', '/edit-listing/7'],
    ['/listings?search=rice%20cooker&sortBy=price-asc', '/listings?search=rice%20cooker&sortBy=price-asc'],
    ['/about#sources', '/about#sources'],
  ])('[LOGIN-NEXT] %s is followed', (next, expected) => {
    expect(safeNext(next)).toBe(expected)
  })

  test.each([
    null,
    '',
    'sell',
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\/evil.example',
    ' //evil.example',
    'javascript:alert(1)',
    '//here.invalid.evil.example/',
  ])('[LOGIN-NEXT] %j goes to /', (next) => {
    expect(safeNext(next)).toBe('/')
  })

  test('path traversal and hidden hosts stay on this origin', () => {
    expect(safeNext('/../..//evil.example')).not.toMatch(/^\/[\\/]/)
    expect(safeNext('/.//evil.example')).not.toMatch(/^\/[\\/]/)
    expect(safeNext('/%2F/evil.example')).toBe('/%2F/evil.example')
  })
})

test('the way to the login page keeps the return address', () => {
  const url = new URL(paths.loginThen('/edit-listing/7?a=1&b=2'), 'https://oja.example')
  expect(safeNext(url.searchParams.get('next'))).toBe('/edit-listing/7?a=1&b=2')
})

test('the address of the login page is readable, and leaves out what headers would not take', () => {
  expect(paths.loginThen('/deals/7?a=1')).toBe('/login?next=/deals/7%3Fa%3D1')
  expect(paths.loginThen(`/listings?search=${'x'.repeat(1000)}`)).toBe('/login')
})
