import fc from 'fast-check'
import { clientEvents } from '#shared/contract/events.ts'
import { type Callers, createCallers } from './caller.ts'
import type { Attack } from './campaign.ts'
import { findLeaks } from './checks.ts'
import { endpointAttacks, pictureAttack, refuse } from './endpoint-attacks.ts'
import { callers as names } from './fuzz-request.ts'
import type { World } from './fuzz-world.ts'
import { hostileText } from './hostile-values.ts'
import { rawRequests, sendRaw, statusesIn } from './raw-requests.ts'
import { eventsOf, type SocketEvent, Sockets, strangeEvents } from './socket-events.ts'
import { sendPackets, strangePackets } from './socket-packets.ts'

interface Target {
  origin: string
  world: World
  /** Of the session; it has another name in production. */
  cookieName: string
  /** Addresses of pages, if the server renders them. */
  pages: string[]
}

/** All attacks on a server; `close` ends the connections. */
export async function createAttacks(target: Target): Promise<{ attacks: Attack[]; close(): void }> {
  const { origin, world } = target
  const callers = createCallers(origin, world, target.cookieName)
  const sockets = new Sockets(origin)
  const attacks = [
    ...endpointAttacks(callers, world.hints),
    await pictureAttack(callers),
    addressAttack(callers, target.pages),
    rawAttack(origin),
    ...Object.keys(clientEvents).map((name) =>
      eventAttack(name, eventsOf(name, world.hints), sockets, callers),
    ),
    eventAttack('unknown', strangeEvents, sockets, callers),
    packetAttack(origin, callers),
  ]
  return {
    attacks: attacks as Attack[],
    close() {
      callers.close()
      sockets.close()
    },
  }
}

interface Address {
  path: string
  put: string
  search: string
  caller: string
}

const files =
  '/media/:id /media/photos/:id/960.webp /:id /api/:id /sitemap.xml /robots.txt /healthz /readyz /api/openapi.json /assets/:id /ws/:id /sw.js'

/** Addresses outside the API: pages, pictures, files, missing ones. */
function addressAttack(callers: Callers, pages: string[]): Attack<Address> {
  return {
    name: 'other addresses',
    weight: 3,
    values: fc.record({
      path: fc.constantFrom(...pages, ...files.split(' ')),
      put: fc.oneof(
        hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
        fc.integer({ min: 1, max: 24 }).map(String),
        fc.constantFrom('%', '%2e%2e%2f', '%00', '..%5c', '%ff', '..'),
      ),
      search: fc.oneof(
        fc.constant(''),
        hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
        fc.constantFrom('%', '%zz', '&&=', '__proto__[x]=1'),
      ),
      caller: fc.constantFrom(...names),
    }),
    async run({ path, put, search, caller }) {
      const query = search && `?q=${search.slice(0, 5000)}&search=${search.slice(0, 500)}&page=${search}`
      const answer = await callers.get((path.replace(':id', put) + query).slice(0, 12_000), caller)
      const isProblem = String(answer.headers['content-type']).includes('json')
      const faults = findLeaks({ text: answer.text, status: isProblem ? answer.status : 200 })
      if (answer.status >= 500) faults.push(`status ${answer.status}`)
      refuse(faults, answer)
      return String(answer.status)
    },
  }
}

function rawAttack(origin: string): Attack<string> {
  return {
    name: 'broken HTTP',
    weight: 1,
    values: rawRequests,
    async run(bytes) {
      const response = await sendRaw(origin, bytes)
      const statuses = statusesIn(response)
      const faults = findLeaks({ status: statuses[0] ?? 200, text: response })
      const wrong = statuses.find((status) => status >= 500)
      if (wrong) faults.push(`status ${wrong}`)
      if (faults.length > 0) throw new Error(`${faults.join('; ')} (${response.slice(0, 300)})`)
      return statuses[0] ? String(statuses[0]) : 'closed'
    },
  }
}

interface SentEvent {
  caller: string
  event: SocketEvent
}

function eventAttack(
  name: string,
  events: fc.Arbitrary<SocketEvent>,
  sockets: Sockets,
  callers: Callers,
): Attack<SentEvent> {
  return {
    name: `socket: ${name}`,
    weight: 1,
    values: fc.record({ caller: fc.constantFrom(...names), event: events }),
    run: ({ caller, event }) => sockets.emit(callers.cookieOf(caller, event.session), event),
  }
}

function packetAttack(origin: string, callers: Callers): Attack<(string | Buffer)[]> {
  return {
    name: 'socket: broken packets',
    weight: 1,
    values: strangePackets,
    run: (packets) => sendPackets(origin, callers.cookieOf('ada', 0), packets),
  }
}
