import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { parseMail, type ReceivedMail } from './sent-mail.ts'

/**
 * The server's behaviour: accepts the mail, hangs up at once, refuses temporarily, permanently or for the
 * recipient, never responds, or accepts the mail and hangs up before its response.
 */
export type Behaviour =
  | 'take'
  | 'hang up'
  | 'refuse'
  | 'reject'
  | 'reject recipient'
  | 'keep silent'
  | 'take and hang up'

export interface SmtpServer {
  /** For `SMTP_URL`. */
  url: string
  /** A change ends the open connections. */
  behaviour: Behaviour
  /**
   * Ends the open connections, and resolves once their client has noticed: until then it would send its next mail on one of them,
   * which would fail.
   */
  disconnect(): Promise<void>
  /** Connections so far. */
  connections: number
  /** Every accepted mail. */
  all: ReceivedMail[]
  /** Resolves with the next accepted mail that was not returned before. */
  nextMail(): Promise<ReceivedMail>
  close(): Promise<void>
}

/** A mail server on 127.0.0.1 with minimal SMTP and configurable faults. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: ReceivedMail[] = []
  const receivers: ((mail: ReceivedMail) => void)[] = []
  const sockets = new Set<Socket>()
  let behaviour: Behaviour = 'take'

  function take(mail: ReceivedMail): void {
    smtp.all.push(mail)
    const first = receivers.shift()
    if (first) first(mail)
    else taken.push(mail)
  }

  const server = createServer((socket) => {
    smtp.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    if (behaviour === 'hang up') socket.destroy()
    else if (behaviour !== 'keep silent') converse(socket, behaviour, take)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get behaviour() {
      return behaviour
    },
    set behaviour(next) {
      if (next !== behaviour) for (const socket of sockets) socket.destroy()
      behaviour = next
    },
    async disconnect() {
      const closed = [...sockets].map(
        (socket) => new Promise((resolve) => socket.once('close', resolve).resume().end()),
      )
      await Promise.all(closed)
    },
    connections: 0,
    all: [],
    async nextMail() {
      return taken.shift() ?? new Promise((resolve) => receivers.push(resolve))
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return smtp
}

const refusals: { [M in Behaviour]?: string } = { refuse: '451 not now', reject: '550 never' }

/** One connection: commands line by line, then the message up to the line with a single dot. */
function converse(socket: Socket, behaviour: Behaviour, take: (mail: ReceivedMail) => void): void {
  const refusal = refusals[behaviour]
  let unread = ''
  let inMessage = false
  const reply = (line: string) => socket.write(`${line}\r\n`)
  reply('220 mail.example.com ready')

  socket.on('data', (chunk) => {
    unread += chunk.toString('latin1')
    for (;;) {
      const end = inMessage ? '\r\n.\r\n' : '\r\n'
      const at = unread.indexOf(end)
      if (at < 0) return
      const part = unread.slice(0, at)
      unread = unread.slice(at + end.length)
      if (inMessage) {
        inMessage = false
        take(parseMail(part))
        if (behaviour === 'take and hang up') {
          socket.destroy()
          return
        }
        reply('250 taken')
      } else {
        const verb = part.slice(0, 4).toUpperCase()
        if (verb === 'MAIL' && refusal) reply(refusal)
        else if (verb === 'RCPT' && behaviour === 'reject recipient')
          // As Postfix does.
          reply(`550 5.1.1 ${part.slice('RCPT TO:'.length)}: no such person here`)
        else if (verb === 'AUTH') reply('235 welcome')
        else if (verb === 'DATA') reply('354 go on')
        else if (verb === 'STAR') reply('502 no TLS here')
        else if (verb === 'QUIT') socket.end('221 bye\r\n')
        else reply('250 mail.example.com')
        inMessage = verb === 'DATA' && !refusal
      }
    }
  })
}
