import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { parseMail, type ReceivedMail } from './outbox.ts'

/**
 * What the server does with a connection: takes the mail, hangs up at once, answers that it cannot right now or that it never
 * will, that it knows no such recipient, does not say a word, or takes the mail and hangs up before it has said so.
 */
export type Mood =
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
  mood: Mood
  /** Connections so far. */
  connections: number
  /** Every mail that was taken. */
  all: ReceivedMail[]
  /** Resolves with the next mail that was taken and nobody waited for yet. */
  nextMail(): Promise<ReceivedMail>
  close(): Promise<void>
}

/** A mail server on 127.0.0.1 that speaks just enough SMTP, with moods. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const taken: ReceivedMail[] = []
  const waiting: ((mail: ReceivedMail) => void)[] = []
  const sockets = new Set<Socket>()

  function take(mail: ReceivedMail): void {
    smtp.all.push(mail)
    const first = waiting.shift()
    if (first) first(mail)
    else taken.push(mail)
  }

  const server = createServer((socket) => {
    smtp.connections += 1
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy())
    if (smtp.mood === 'hang up') socket.destroy()
    else if (smtp.mood !== 'keep silent') converse(socket, smtp.mood, take)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const smtp: SmtpServer = {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    mood: 'take',
    connections: 0,
    all: [],
    async nextMail() {
      return taken.shift() ?? new Promise((resolve) => waiting.push(resolve))
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
  return smtp
}

const refusals: { [M in Mood]?: string } = { refuse: '451 not now', reject: '550 never' }

/** One connection: commands line by line, then the message up to the line with a single dot. */
function converse(socket: Socket, mood: Mood, take: (mail: ReceivedMail) => void): void {
  const refusal = refusals[mood]
  let unread = ''
  let inMessage = false
  const say = (line: string) => socket.write(`${line}\r\n`)
  say('220 mail.example.com ready')

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
        if (mood === 'take and hang up') {
          socket.destroy()
          return
        }
        say('250 taken')
      } else {
        const verb = part.slice(0, 4).toUpperCase()
        if (verb === 'MAIL' && refusal) say(refusal)
        else if (verb === 'RCPT' && mood === 'reject recipient') say('550 no such person here')
        else if (verb === 'AUTH') say('235 welcome')
        else if (verb === 'DATA') say('354 go on')
        else if (verb === 'STAR') say('502 no TLS here')
        else if (verb === 'QUIT') socket.end('221 bye\r\n')
        else say('250 mail.example.com')
        inMessage = verb === 'DATA' && !refusal
      }
    }
  })
}
