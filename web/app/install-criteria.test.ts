import { expect, test } from 'vitest'
import { isIosSafari } from '#web/lib/platform.ts'
import { countVisit, isDeclined } from './install-criteria.ts'

const now = Date.UTC(2026, 10, 20)
const minute = 60_000

test('[INSTALL-PROMPT] pages within half an hour are one visit', () => {
  const first = countVisit(null, now)
  expect(first.count).toBe(1)
  const same = countVisit(first, now + 29 * minute)
  expect(same.count).toBe(1)
  expect(countVisit(same, now + 55 * minute).count).toBe(1)
  expect(countVisit(same, now + 70 * minute).count).toBe(2)
})

test('[INSTALL-PROMPT] a "no" is stored for 90 days', () => {
  const day = 86_400_000
  expect(isDeclined(null, now)).toBe(false)
  expect(isDeclined(String(now - 89 * day), now)).toBe(true)
  expect(isDeclined(String(now - 91 * day), now)).toBe(false)
})

test('[INSTALL-PROMPT] only Safari on iPhones and iPads gets the hint about the Share menu', () => {
  const apple = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'
  const iphone = `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${apple}`
  const mac = `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${apple} Version/18.5 Safari/605.1.15`
  const isHinted = (userAgent: string, maxTouchPoints = 5) => isIosSafari({ userAgent, maxTouchPoints })
  expect(isHinted(`${iphone} Version/18.5 Mobile/15E148 Safari/604.1`)).toBe(true)
  expect(isHinted(mac)).toBe(true)
  expect(isHinted(mac, 0)).toBe(false)
  expect(isHinted(`${iphone} CriOS/140.0 Mobile/15E148 Safari/604.1`)).toBe(false)
  expect(isHinted(`${iphone} Mobile/15E148`)).toBe(false)
  expect(
    isHinted('Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Safari/537.36'),
  ).toBe(false)
})
