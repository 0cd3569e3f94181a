import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface S3Fake {
  endpoint: string
  objects: Map<string, { bytes: Buffer; contentType: string }>
  /** `refuses`: 403 for every request; `away`: 503. */
  state: 'works' | 'refuses' | 'away'
  close(): Promise<void>
}

/**
 * The part of S3 that the storage uses, path-style, one bucket, in memory: PUT, GET, list by prefix, delete
 * many.
 */
export async function startS3Fake(bucket: string): Promise<S3Fake> {
  const objects: S3Fake['objects'] = new Map()
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const fake: S3Fake = {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    state: 'works',
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks)
    const url = new URL(request.url ?? '/', fake.endpoint)
    const [, requested, ...rest] = decodeURIComponent(url.pathname).split('/')
    const key = rest.join('/')
    const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=test-key/')
    if (fake.state === 'away') return fail(response, 503, 'SlowDown')
    if (fake.state === 'refuses' || !signed || requested !== bucket)
      return fail(response, 403, 'AccessDenied')
    if (request.method === 'PUT') {
      objects.set(key, { bytes: body, contentType: request.headers['content-type'] ?? '' })
      return send(response, '')
    }
    if (request.method === 'POST' && url.searchParams.has('delete')) {
      for (const [, name = ''] of body.toString().matchAll(/<Key>([^<]+)<\/Key>/g)) objects.delete(name)
      return send(response, '<DeleteResult/>')
    }
    if (key === '') return send(response, listing(url.searchParams.get('prefix') ?? ''))
    const object = objects.get(key)
    if (!object) return fail(response, 404, 'NoSuchKey')
    response.writeHead(200, { 'content-type': object.contentType })
    response.end(object.bytes)
  }

  function listing(prefix: string): string {
    const names = [...objects.keys()].filter((name) => name.startsWith(prefix))
    const contents = names.map((name) => `<Contents><Key>${name}</Key></Contents>`).join('')
    return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents}</ListBucketResult>`
  }

  return fake
}

function send(response: ServerResponse, xml: string): void {
  response.writeHead(200, { 'content-type': 'application/xml' })
  response.end(xml)
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}
