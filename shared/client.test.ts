import { expect, test } from 'vitest'
import { ApiError, buildUrl, createClient, type RawResponse } from './client.ts'

const answer = (status: number, text: string, statusText = ''): RawResponse => ({
  status,
  statusText,
  text,
  headers: { get: () => null },
})

test('[ERROR-MESSAGE] status, colon, space, detail; the status text when the body is empty', async () => {
  const failing = createClient(async () => answer(418, 'short and stout', "I'm a teapot"))
  await expect(failing('GET /api/categories')).rejects.toThrow('418: short and stout')
  const empty = createClient(async () => answer(502, '', 'Bad Gateway'))
  await expect(empty('GET /api/categories')).rejects.toThrow('502: Bad Gateway')
})

test('[ERROR-MESSAGE] a problem response is parsed; any other body is not', () => {
  const problem = { code: 'NOT_FOUND', detail: 'There is nothing here.', status: 404 }
  expect(new ApiError(answer(404, JSON.stringify(problem))).problem).toEqual(problem)
  expect(new ApiError(answer(404, '<html>')).problem).toBeUndefined()
  for (const text of ['null', '"text"', '{"code":404}'])
    expect(new ApiError(answer(404, text)).problem).toBeUndefined()
})

test('[BROWSE-NON-EMPTY] empty values are omitted from an address', () => {
  const query = { search: 'a & b', category: undefined, state: '', lga: null, minPrice: 0 }
  expect(buildUrl('/api/listings', {}, query)).toBe('/api/listings?search=a+%26+b&minPrice=0')
  expect(buildUrl('/api/users/:id/listings', { id: 7 })).toBe('/api/users/7/listings')
  expect(buildUrl('/api/users/:id', { id: 'a/b?c' })).toBe('/api/users/a%2Fb%3Fc')
})
