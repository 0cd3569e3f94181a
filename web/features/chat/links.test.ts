import { expect, test } from 'vitest'
import { destinationOf } from './links.ts'

const read = (href: string) => destinationOf(href, 'https://oja.example')

test('[ABUSE-LINKS] links to Oja lead there directly; all others show their true host', () => {
  expect(read('https://oja.example/listings/3?a=1#questions')).toEqual({
    kind: 'own',
    path: '/listings/3?a=1#questions',
  })
  expect(read('http://OJA.example')).toEqual({ kind: 'own', path: '/' })
  expect(read('https://phones.example/')).toMatchObject({ kind: 'outside', host: 'phones.example', rest: '' })
  expect(read(`https://phones.example/${'a'.repeat(99)}`)).toMatchObject({ rest: `/${'a'.repeat(46)}…` })
})

test('[ABUSE-LINKS] what only looks like Oja is no link to Oja', () => {
  for (const href of [
    'https://oja.example.evil.example/listings/3',
    'https://oja.example@evil.example/',
    'https://oja.example:password@evil.example/',
    'https://oja.example%2Fevil.example',
    'https://evil.example/oja.example/',
    'https://oja.example:8443/',
  ])
    expect(read(href)?.kind === 'own', href).toBe(false)
  expect(read('https://oja.example@evil.example/pay')).toMatchObject({
    href: 'https://evil.example/pay',
    host: 'evil.example',
  })
})

test('[ABUSE-LINKS] letters that look like others are shown as computers read them', () => {
  expect(read('https://shоp.example/')).toMatchObject({ host: 'xn--shp-ted.example', isOdd: true })
  expect(read('https://www.paypаl.com/')).toMatchObject({ host: 'www.xn--paypl-7ve.com', isOdd: true })
})

test('[ABUSE-LINKS] nothing but websites is a link', () => {
  for (const href of [
    'javascript:alert(1)',
    'data:text/html,hi',
    'mailto:a@example.com',
    'ftp://a.example',
    'no',
  ])
    expect(read(href), href).toBeNull()
})

test('[SHIELD-LINK] what passes for Oja, a bank or a courier leads to a page of ours that names the true host', () => {
  expect(read('https://оја.example/pay')).toEqual({
    kind: 'imitation',
    path: '/link-warning?to=https%3A%2F%2F%D0%BE%D1%98%D0%B0.example%2Fpay',
    host: 'xn--80a1a4e.example',
    rest: '/pay',
  })
  expect(read('https://gtbank-login.example')).toMatchObject({
    kind: 'imitation',
    host: 'gtbank-login.example',
  })
})
