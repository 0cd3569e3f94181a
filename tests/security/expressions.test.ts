import { check } from 'recheck'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { processorTimeOf } from '#tests/support/processor-time.ts'
import { attackTexts, nearMisses } from './attack-texts.ts'
import { type Expression, literalExpressions, madeExpressions } from './expressions.ts'

/** Characters: a header of a request, and more than any field but a form's whole body. */
const length = 16_384
/** Milliseconds of processor time for one text: one expression in proportion to it takes some 0.1 ms, in its square 200. */
const budget = 40

/** The checker counts steps instead of milliseconds, which on a crowded machine end early and count as an attack. */
const countingSteps = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}

let expressions: Expression[]
beforeAll(async () => {
  // A service worker's name for what others call globalThis.
  vi.stubGlobal('self', globalThis)
  const all = [
    ...(await literalExpressions()),
    // tests/security/code-rules.test.ts names the files in which expressions are made from text.
    ...(await madeExpressions('shared/listing-warnings.ts')),
    ...(await madeExpressions('web/service-worker/page-strategy.ts')),
  ]
  expressions = [...new Map(all.map((one) => [`/${one.source}/${one.flags}`, one])).values()]
})
afterAll(() => {
  vi.unstubAllGlobals()
})

// recheck runs as a program where npm has one for this machine, otherwise as JavaScript, which takes ten times as long.
test('[LINEAR-EXPRESSIONS] no regular expression of the code is super-linear, as a ReDoS checker finds', async () => {
  expect(expressions.length).toBeGreaterThan(150)
  expect(expressions.filter(({ at }) => at === 'shared/listing-warnings.ts').length).toBe(4)
  const found: unknown[] = []
  for (const { at, source, flags } of expressions) {
    const verdict = await check(source, flags, countingSteps)
    if (verdict.status === 'safe') continue
    const attack = verdict.status === 'vulnerable' ? verdict.attack.pattern : verdict.error.kind
    found.push({ at, source, attack })
  }
  expect(found).toEqual([])
})

test('[LINEAR-EXPRESSIONS] no regular expression takes long at run time: each on adversarial texts and near misses of its own', async () => {
  const found: unknown[] = []
  for (const { at, source, flags } of expressions) {
    const expression = new RegExp(source, flags)
    for (const [name, text] of [...attackTexts(length), ...nearMisses(source, length)]) {
      const took = await processorTimeOf(() => text.replace(expression, ''), budget)
      if (took > budget) found.push({ at, source, name, took })
    }
  }
  expect(found).toEqual([])
})

test('[LINEAR-EXPRESSIONS] checker and clock find a known quadratic expression', async () => {
  const known = /\b[\p{L}\p{N}-]+\.com\b/iu
  expect(await check(known.source, known.flags)).toMatchObject({ status: 'vulnerable' })
  expect(await processorTimeOf(() => known.test('a-'.repeat(length / 2)), budget)).toBeGreaterThan(budget)
})
