import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A proxy between Oja and its PostgreSQL, like a load balancer. */
export interface Gate {
  /** The address of the same database through the proxy. */
  url: string
  /** Cuts all connections; new ones are refused by the system (ECONNREFUSED). */
  close(): Promise<void>
  /** New connections get "the database system is starting up" (57P03). */
  beStarting(): Promise<void>
  open(): Promise<void>
  /** Connection attempts since the last change. */
  attempts(): number
  /** Cuts the connection that next sends this text, after PostgreSQL has responded: the response is lost. Resolves then. */
  dropResponseTo(text: string): Promise<void>
  /** The open connections carry nothing any more and do not end, as after a network change; new ones work. */
  silence(): void
  end(): Promise<void>
}

type Mode = 'open' | 'starting'

/** Opens a proxy to the PostgreSQL at `url`, which may be a Unix socket. */
export async function startGate(url: string): Promise<Gate> {
  const target = new URL(url)
  const socketDir = target.searchParams.get('host')
  const targetPort = Number(target.searchParams.get('port') || target.port || 5432)
  const sockets = new Set<Socket>()
  let server: Server | undefined
  let port = 0
  let mode: Mode = 'open'
  let attempts = 0
  let swallowed: { text: string; done(): void } | undefined

  function serve(client: Socket): void {
    attempts += 1
    track(client)
    if (mode === 'starting') {
      client.once('data', () => client.end(startingUp))
      return
    }
    const database = track(
      socketDir
        ? connect(`${socketDir}/.s.PGSQL.${targetPort}`)
        : connect({ host: target.hostname, port: targetPort }),
    )
    client.on('data', (bytes) => {
      if (swallowed && bytes.includes(swallowed.text)) {
        const { done } = swallowed
        swallowed = undefined
        database.removeAllListeners('data')
        database.once('data', () => {
          client.destroy()
          done()
        })
      }
      database.write(bytes)
    })
    database.on('data', (bytes) => client.write(bytes))
    client.once('close', () => database.destroy())
    database.once('close', () => client.destroy())
  }

  function track(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('close', () => sockets.delete(socket))
    return socket
  }

  async function listen(next: Mode): Promise<void> {
    mode = next
    attempts = 0
    if (server) return
    server = createServer(serve).listen(port, '127.0.0.1')
    await once(server, 'listening')
    port = (server.address() as AddressInfo).port
  }

  async function close(): Promise<void> {
    const closed = server && once(server, 'close')
    server?.close()
    server = undefined
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await listen('open')
  const through = new URL(`postgresql://127.0.0.1:${port}${target.pathname}?sslmode=disable`)
  through.username = target.username
  through.password = target.password
  return {
    url: through.href,
    close,
    beStarting: () => listen('starting'),
    open: () => listen('open'),
    attempts: () => attempts,
    dropResponseTo: (text) =>
      new Promise((done) => {
        swallowed = { text, done }
      }),
    silence() {
      for (const socket of sockets) socket.pause()
    },
    end: close,
  }
}

/** ErrorResponse of PostgreSQL's protocol: type, length, and fields that each end with a zero byte. */
const fields = 'SFATAL\0VFATAL\0C57P03\0Mthe database system is starting up\0\0'
const startingUp = Buffer.concat([
  Buffer.from('E'),
  Buffer.from([0, 0, 0, 4 + fields.length]),
  Buffer.from(fields),
])
