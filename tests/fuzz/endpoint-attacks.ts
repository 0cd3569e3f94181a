import fc from 'fast-check'
import { contract } from '#shared/contract/index.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Callers } from './caller.ts'
import type { Attack } from './campaign.ts'
import { findFaults } from './checks.ts'
import type { FuzzRequest, Header } from './fuzz-request.ts'
import { makePictures, smuggled, type UploadForm, uploadForms } from './hostile-pictures.ts'
import type { Answer } from './http-client.ts'
import { readBacks } from './read-back.ts'
import { requestsTo } from './requests.ts'
import type { Hints } from './valid-values.ts'

/** Argon2 and picture processing take a hundred times as long as anything else. */
const isCostly = (key: string) =>
  /auth\/(login|register|reset)|settings\/(password|deletion|export)|uploads/.test(key)

/** An attack on each endpoint of the contract. */
export function endpointAttacks(callers: Callers, hints: Hints): Attack<FuzzRequest>[] {
  return Object.entries<Endpoint>(contract).map(([key, endpoint]) => ({
    name: key,
    weight: isCostly(key) ? 0.3 : 1,
    values: requestsTo(key, endpoint, hints),
    async run(request) {
      const filled = callers.fillIn(request)
      const answer = await callers.send(filled)
      refuse(findFaults(key, endpoint, filled, answer), answer)
      if (request.kind === 'valid' && answer.status < 300) await readBack(callers, key, filled, answer)
      return String(answer.status)
    },
  }))
}

/** Throws if there are faults. */
export function refuse(faults: string[], answer: Answer): void {
  if (faults.length > 0)
    throw new Error(`${faults.join('; ')} (${answer.status} ${answer.text.slice(0, 300)})`)
}

/** Acknowledged writes must be readable. A concurrent attack may undo one in between, but not each time. */
async function readBack(callers: Callers, key: string, request: FuzzRequest, first: Answer): Promise<void> {
  const expected = readBacks[key as keyof typeof readBacks]
  if (!expected) return
  const body = JSON.parse(String(request.body ?? '{}')) as Record<string, unknown>
  let answer = first
  for (let attempt = 0; answer.status < 300; attempt += 1) {
    const given = answer.text ? JSON.parse(answer.text) : {}
    const url = expected.url(body, given, request.url)
    const read = await callers.send({ ...request, method: 'GET', url, headers: [], body: undefined })
    if (read.status >= 300 || expected.shows(JSON.parse(read.text), body, given)) return
    if (attempt === 3) throw new Error(`acknowledged with ${answer.status}, but ${url} does not show it`)
    answer = await callers.send(request)
  }
}

interface Upload {
  form: UploadForm
  session: number
}

/** Pictures, and files that pretend to be pictures. */
export async function pictureAttack(callers: Callers): Promise<Attack<Upload>> {
  const key = 'POST /api/uploads'
  return {
    name: 'forms with pictures',
    weight: 1,
    values: fc.record({ form: uploadForms(await makePictures()), session: fc.nat(3) }),
    async run({ form, session }) {
      const headers: Header[] = [['content-type', form.contentType]]
      const request = { kind: 'valid', caller: 'ada', session, method: 'POST', url: '/api/uploads' } as const
      const answer = await callers.send({ ...request, headers, body: form.body })
      const faults = findFaults(key, contract[key], { ...request, headers }, answer)
      if (form.isWhole && ![200, 401].includes(answer.status)) faults.push('a whole picture was refused')
      refuse(faults, answer)
      if (answer.status === 200)
        await checkPicture(callers, new URL(JSON.parse(answer.text).secure_url).pathname)
      return String(answer.status)
    },
  }
}

/** The served sizes of an accepted picture are re-encoded pictures and nothing else. */
async function checkPicture(callers: Callers, url: string): Promise<void> {
  const { status, headers, body } = await callers.get(url)
  const type = String(headers['content-type'])
  if (status !== 200 || !/^image\/(avif|webp|jpeg)$/.test(type))
    throw new Error(`a picture that was taken is answered as ${status} ${type}`)
  if (headers['x-content-type-options'] !== 'nosniff') throw new Error('a picture without nosniff')
  if (body.includes(smuggled)) throw new Error('a picture still has in it what was smuggled')
}
