import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isHeldOut, readAll } from './shield/conversations.ts'
import { outcomeOf, sharesOf } from './shield/measure.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oja-shield-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const listing = { title: 'Sony PS4', category: 'Electronics', priceNaira: 150_000 }
const scam = {
  id: 'a-1',
  label: 'scam',
  kind: 'asks-for-code',
  hard: true,
  listing,
  victim: 'seller',
  messages: [
    { from: 'buyer', text: 'Is it available?' },
    { from: 'buyer', text: 'I sent a 6 digit code to your phone, send me the OTP so that I can pay' },
  ],
}
const honest = {
  ...scam,
  id: 'a-2',
  label: 'honest',
  kind: 'meet-up',
  hard: false,
  victim: null,
  messages: [
    { from: 'buyer', text: 'Can I come and see it tomorrow?' },
    { from: 'seller', text: 'Yes, my shop is at Yaba market' },
  ],
}

async function evaluate(lines: string[], ...options: string[]) {
  const file = join(folder, 'some.jsonl')
  await writeFile(file, lines.join('\n'))
  return new Promise<{ code: number; output: string }>((resolve) => {
    execFile(process.execPath, ['scripts/shield-eval.ts', file, ...options], (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
    )
  })
}

test('[SHIELD-EVAL] shield:eval prints recall and false alarms, lists the wrong ones, and ends with one object', async () => {
  const wrong = { ...honest, id: 'a-3', messages: scam.messages }
  const { code, output } = await evaluate(
    [scam, honest, wrong].map((one) => JSON.stringify(one)),
    '--errors',
    '--json',
  )
  expect(code).toBe(0)
  expect(output).toMatch(/^a-3 honest meet-up: warned of asks-for-code/)
  expect(output).toContain('3 conversations: 1 scams, 2 honest')
  expect(JSON.parse(output.trim().split('\n').at(-1) ?? '')).toMatchObject({
    recall: 1,
    hardRecall: 1,
    falseAlarms: 0.5,
    hardFalseAlarms: 0,
  })
})

test.each([
  ['{"id":', 'line 2: this is not JSON.'],
  [JSON.stringify({ ...scam, label: 'maybe' }), 'line 2: label: '],
  [JSON.stringify({ ...scam, victim: null }), 'line 2: a scam has a victim, "buyer" or "seller".'],
])('[SHIELD-EVAL] a line that cannot be read is named: %s', async (line, message) => {
  const { code, output } = await evaluate([JSON.stringify(scam), line])
  expect(code).toBe(1)
  expect(output).toContain(message)
  expect(output.trim().split('\n')).toHaveLength(1)
})

test('[SHIELD-BARS] of the conversations that training never read, nine in ten scams are warned of and two in a hundred honest ones', async () => {
  const shares = sharesOf((await readAll('data/shield')).filter(isHeldOut).map(outcomeOf))
  expect(shares.scams + shares.honest).toBeGreaterThan(250)
  expect(shares.recall).toBeGreaterThanOrEqual(0.9)
  expect(shares.hardRecall).toBeGreaterThanOrEqual(0.8)
  expect(shares.falseAlarms).toBeLessThanOrEqual(0.02)
})
