import { expect, test } from 'vitest'
import { startTestApp } from '#tests/support/test-app.ts'

test('[LIMIT-FACTOR] RATE_LIMIT_FACTOR multiplies how often one address may call; a refusal says when to try again', async () => {
  // 3000 a minute without a factor.
  for (const [factor, allowed] of [
    ['0.001', 3],
    ['0.002', 6],
  ] as const) {
    const t = await startTestApp({ RATE_LIMIT_FACTOR: factor })
    try {
      const answers = []
      for (let count = 0; count <= allowed; count += 1)
        answers.push(await t.app.inject({ url: '/api/categories' }))
      const refused = answers.pop()
      expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array.from({ length: allowed }, () => 200))
      expect(refused?.statusCode).toBe(429)
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
      expect(refused?.json()).toMatchObject({ code: 'RATE_LIMITED', detail: expect.stringMatching(/again/) })
    } finally {
      await t.close()
    }
  }
})
