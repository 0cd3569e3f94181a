import fc from 'fast-check'
import { jsonSchema } from '#server/core/openapi/json-schema.ts'
import { clientEvents } from '#shared/contract/events.ts'
import { errorStatus } from '#shared/errors.ts'
import { connectSocket, emitWithAck, type TestSocket } from '../support/sockets.ts'
import { findLeaks } from './checks.ts'
import { hostileText, hostileValue } from './hostile-values.ts'
import { nearlyValid } from './nearly-valid.ts'
import type { Schema } from './schema-parts.ts'
import { type Hints, validValue } from './valid-values.ts'

export interface SocketEvent {
  session: number
  event: string
  payload: unknown[]
}

/** Events of one name: valid, nearly valid, hostile, with more or less than one value. */
export function eventsOf(event: string, hints: Hints): fc.Arbitrary<SocketEvent> {
  const declared = Object.hasOwn(clientEvents, event)
    ? clientEvents[event as keyof typeof clientEvents]
    : null
  const schema = (declared ? jsonSchema(declared, 'input') : {}) as Schema
  const valid = validValue(schema, hints, 'id')
  const one = fc.oneof(
    { weight: 4, arbitrary: valid },
    { weight: 3, arbitrary: nearlyValid(schema, valid) },
    { weight: 3, arbitrary: hostileValue },
    { weight: 1, arbitrary: fc.uint8Array({ maxLength: 50 }).map((bytes) => Buffer.from(bytes)) },
  )
  return fc.record({
    session: fc.nat(3),
    event: fc.constant(event),
    payload: fc.oneof({ weight: 8, arbitrary: one.map((value) => [value]) }, fc.array(one, { maxLength: 4 })),
  })
}

export const strangeEvents: fc.Arbitrary<SocketEvent> = fc.record({
  session: fc.nat(3),
  // Socket.io reserves a few names and sends no such event.
  event: fc
    .oneof(
      hostileText,
      fc.constantFrom('new_message', 'typing ', 'JOIN_THREAD', 'newListener', 'error', 'ping'),
    )
    .filter(
      (name) => !['connect', 'connect_error', 'disconnect', 'disconnecting', 'newListener'].includes(name),
    ),
  payload: fc.array(hostileValue, { maxLength: 3 }),
})

/** A pool of sockets, one for each cookie, opened on first use and reopened when the server closed them. */
export class Sockets {
  readonly #origin: string
  readonly #open = new Map<string, TestSocket>()

  constructor(origin: string) {
    this.#origin = origin
  }

  async #socket(cookie: string | undefined): Promise<TestSocket> {
    const known = this.#open.get(String(cookie))
    if (known?.connected) return known
    known?.disconnect()
    const fresh = await connectSocket(this.#origin, cookie, { reconnection: false })
    this.#open.set(String(cookie), fresh)
    return fresh
  }

  /** Sends an event and returns the outcome: `ok`, an error's code, or `closed`. Throws for anything else. */
  async emit(cookie: string | undefined, { event, payload }: SocketEvent): Promise<string> {
    for (let attempt = 0; ; attempt += 1) {
      const socket = await this.#socket(cookie)
      // Typing is only allowed in a joined conversation.
      const joined = event === 'typing' ? await emitOrClose(socket, 'join_thread', payload.slice(0, 1)) : null
      const answer = joined === 'closed' ? joined : await emitOrClose(socket, event, payload)
      if (answer !== 'closed') return checkAcknowledgement(answer)
      // The session may have ended meanwhile; a small event does not close a fresh socket.
      if (isLarge(event, payload)) return answer
      if (attempt > 2) throw new Error('the socket is closed by a small event')
    }
  }

  close(): void {
    for (const socket of this.#open.values()) socket.disconnect()
    this.#open.clear()
  }
}

/** The acknowledgement, or `closed` if the server ended the connection instead. */
async function emitOrClose(socket: TestSocket, event: string, payload: unknown[]): Promise<unknown> {
  try {
    return await emitWithAck(socket, event, ...payload)
  } catch (error) {
    if (socket.connected) throw error
    return 'closed'
  }
}

const isLarge = (event: string, payload: unknown[]) =>
  Buffer.byteLength(JSON.stringify([event, ...payload])) > 3900

function checkAcknowledgement(answer: unknown): string {
  const { ok, code, detail } = (answer ?? {}) as { ok?: unknown; code?: unknown; detail?: unknown }
  if (ok === true) return 'ok'
  if (ok !== false || !Object.hasOwn(errorStatus, String(code)) || typeof detail !== 'string')
    throw new Error(`an acknowledgement of another form: ${JSON.stringify(answer)}`)
  if (errorStatus[code as keyof typeof errorStatus] >= 500) throw new Error(`acknowledged with ${code}`)
  const leaks = findLeaks({ status: 400, text: detail })
  if (leaks.length > 0) throw new Error(leaks.join('; '))
  return String(code)
}
