/** The bare server's process: see bare.ts. */
import Fastify from 'fastify'
import pg from 'pg'
import type { RecordedResponse, Statement } from './bare.ts'

const [databaseUrl] = process.argv.slice(2)
const poolSize = 16

let recorded: RecordedResponse = { status: 404, headers: {}, body: Buffer.alloc(0) }
let requests: Statement[][] = []

// Like Oja: both must parse the same columns into the same numbers.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize })
const app = Fastify()

app.get('/bytes', async (_, reply) =>
  reply.code(recorded.status).headers(recorded.headers).send(recorded.body),
)

/** `all`: the rows of all statements, for comparison: a page may combine those of two. */
app.get('/rows/:n', async (request) => {
  const { n } = request.params as { n: string }
  const { all } = request.query as { all?: string }
  let rows: unknown[] = []
  for (const { answers, ...statement } of requests[Number(n)] ?? []) {
    const result = await pool.query(statement)
    if (all) rows = [...rows, ...result.rows]
    else if (answers) rows = result.rows
  }
  return rows
})

process.on('message', (message: 'usage' | { response?: RecordedResponse; statements?: Statement[][] }) => {
  if (typeof message === 'string') return
  // Structured cloning turns a Buffer into a plain array of bytes.
  if (message.response) recorded = { ...message.response, body: Buffer.from(message.response.body) }
  if (message.statements) requests = message.statements
  process.send?.({ done: true })
})

const origin = await app.listen({ host: '127.0.0.1', port: 0 })
process.send?.({ port: Number(new URL(origin).port) })
