import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { encode, type FuzzRequest, type Header, json } from './fuzz-request.ts'
import { hostileBody, hostileText } from './hostile-values.ts'

/** The changes to an intended request. */
export type Breakage = (request: FuzzRequest) => Partial<FuzzRequest>

const breaking = <T>(values: fc.Arbitrary<T>, breakage: (value: T) => Breakage): fc.Arbitrary<Breakage> =>
  values.map(breakage)

const contentTypes = fc.constantFrom(
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/json; charset=utf-16',
  'application/json;;;=',
  'application/vnd.api+json',
  'a/b/c',
  '/',
  '',
)

const zeros = gzipSync(Buffer.alloc(2_000_000))

const headers = fc.constantFrom<Header>(
  ['content-type', 'text/html'],
  ['cookie', 'oja_session=; oja_session=x; =; ;; a'],
  ['cookie', `oja_session=${'x'.repeat(4000)}`],
  ['cookie', 'oja_session=%00%ff; oja_theme=%zz; __proto__=x'],
  ['cookie', '"oja_session"="x"; $Version=1'],
  ['if-none-match', 'W/"x", *, "'],
  ['if-modified-since', 'yesterday'],
  ['accept-encoding', 'gzip;q=nan, br;q=-1, *;q=999'],
  ['accept', 'text/html;q=0, a/b/c, */*'],
  ['accept-language', 'x'.repeat(3000)],
  ['range', 'bytes=-1,5-2,99999999999999999999-'],
  ['x-forwarded-for', "1.2.3.4, ::, '; --, unknown"],
  ['x-forwarded-host', 'evil.example'],
  ['x-forwarded-proto', 'javascript'],
  ['x-http-method-override', 'DELETE'],
  ['origin', 'null'],
  ['origin', 'http://['],
  ['origin', 'https://evil.example'],
  ['sec-fetch-site', 'cross-site'],
  ['referer', 'not an address'],
  ['user-agent', '\u00ff'.repeat(2000)],
  ['x-request-id', `%{jndi:ldap://evil.example/a}${'x'.repeat(2000)}`],
  ['traceparent', '00-zz-zz-01'],
  ['traceparent', `00-${'f'.repeat(32)}-${'f'.repeat(16)}-01`],
  ['authorization', 'Bearer null'],
  ['te', 'trailers'],
  ['connection', 'upgrade'],
)

const searchNames = fc.constantFrom('id', 'q', 'search', 'page', 'limit', 'cursor', 'sortBy')

function withSearch(url: string, search: string): string {
  return `${url}${url.includes('?') ? '&' : '?'}${search}`
}

function withPathEnd(url: string, end: string): string {
  const [path = '', query] = url.split('?')
  return query === undefined ? path + end : `${path}${end}?${query}`
}

/** Changes that make any request invalid. */
export const breakages: fc.Arbitrary<Breakage> = fc.oneof(
  breaking(hostileBody, (body) => () => ({ body, headers: [json] })),
  breaking(contentTypes, (type) => () => ({ headers: [['content-type', type]] })),
  breaking(fc.constantFrom('gzip', 'br', 'deflate', 'zstd', 'identity, gzip'), (encoding) => () => ({
    body: zeros,
    headers: [json, ['content-encoding', encoding]],
  })),
  breaking(
    fc.nat(400),
    (length) =>
      ({ body }) =>
        body ? { body: body.slice(0, length) } : {},
  ),
  breaking(
    fc.constantFrom(
      '%',
      '%zz',
      '%00',
      '%c0%af',
      '%ff',
      '/..%2f',
      '//',
      ';a=b',
      '%252e%252e',
      '\\',
      '/%2e%2e/',
    ),
    (end) => (request) => ({ url: withPathEnd(request.url, end) }),
  ),
  breaking(hostileText, (text) => ({ url }) => ({ url: url.replace(/\d+/, encode(text).slice(0, 12_000)) })),
  breaking(fc.tuple(searchNames, hostileText, fc.nat(3)), ([name, text, form]) => ({ url }) => {
    const value = encode(text).slice(0, 10_000)
    const forms = [
      `${name}=${value}&${name}=1`,
      `${name}[]=${value}`,
      `${name}[a][__proto__]=${value}`,
      `${name}=%&=&&${value}`,
    ]
    return { url: withSearch(url, forms[form] ?? '') }
  }),
  breaking(fc.constantFrom(2000, 7000), (length) => ({ url }) => ({
    url: withSearch(url, `a=${'a'.repeat(length)}`),
  })),
  breaking(
    fc.constantFrom('PUT', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND', 'GET', 'POST', 'DELETE', 'PATCH'),
    (method) => () => ({ method }),
  ),
  breaking(headers, (header) => (request) => ({ headers: [...request.headers, header] })),
)
