import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startTracing } from './tracing.ts'

interface SentSpan {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: { key: string; value: Record<string, unknown> }[]
}

/** A minimal collector: records the spans it receives. */
const spans: SentSpan[] = []
let headers: Record<string, unknown> = {}
const collector = createServer(async (request, response) => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  headers = { ...request.headers, url: request.url }
  const body = JSON.parse(Buffer.concat(chunks).toString())
  for (const resource of body.resourceSpans)
    for (const scope of resource.scopeSpans) spans.push(...scope.spans)
  response.setHeader('content-type', 'application/json').end('{}')
})

const lines: string[] = []
const stream = new Writable({
  write(chunk, _, done) {
    lines.push(String(chunk))
    done()
  },
})

let t: TestApp
let tracing: ReturnType<typeof startTracing>
beforeAll(async () => {
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const { port } = collector.address() as AddressInfo
  t = await startTestApp(
    {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=a%20key',
      TRUST_PROXY: 'loopback',
    },
    { logger: { level: 'info', stream } },
  )
  tracing = startTracing(t.env)
})
afterAll(async () => {
  await tracing.stop()
  await t.close()
  collector.close()
})

test('[OPS-TRACES] a request, its queries and its mail are one trace, which a proxy may have started; values are not in it', async () => {
  const traceId = '0af7651916cd43dd8448eb211c80319c'
  await t.user({ email: 'ada@example.com' })
  await t.app.inject({
    method: 'POST',
    url: '/api/auth/forgot-password',
    headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01`, 'content-type': 'application/json' },
    payload: { email: 'ada@example.com' },
  })
  await t.app.inject({ url: '/api/listings/471100174' })
  await t.mails('ada@example.com')
  await tracing.stop()

  const request = spans.find(({ name }) => name === 'POST /api/auth/forgot-password')
  expect(request).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' })
  const within = spans.filter((span) => span.traceId === traceId)
  expect(
    within.some(
      ({ name, parentSpanId }) => name === 'insert password_resets' && parentSpanId === request?.spanId,
    ),
  ).toBe(true)
  expect(within.some(({ name }) => name === 'send mail')).toBe(true)
  expect(spans.some(({ name }) => name === 'GET /api/listings/:id')).toBe(true)
  expect(headers).toMatchObject({ url: '/v1/traces', 'x-key': 'a key' })
  const everything = JSON.stringify(spans)
  expect(everything).not.toContain('ada@example.com')
  expect(everything).not.toContain('471100174')
})
