/**
 * A mail server that stores mails: `node mail-server.ts <address> <port> <folder>` writes
 * <folder>/mail/<number>-<to>.eml; its certificate and key are <folder>/mail.crt and mail.key.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createServer, type TLSSocket } from 'node:tls'

const [address = '', port = '', folder = ''] = process.argv.slice(2)
const mails = join(folder, 'mail')
mkdirSync(mails, { recursive: true })
let count = 0

const own = (name: string) => readFileSync(join(folder, name))
createServer({ cert: own('mail.crt'), key: own('mail.key') }, (socket) => {
  socket.setEncoding('latin1')
  socket.on('error', () => socket.destroy())
  socket.write('220 mail.oja.example\r\n')
  talk(socket)
}).listen(Number(port), address)

function talk(socket: TLSSocket): void {
  let buffered = ''
  let to: string[] = []
  let isData = false
  socket.on('data', (piece) => {
    buffered += piece
    for (;;) {
      const end = buffered.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const message = buffered.slice(0, end)
      buffered = buffered.slice(end + (isData ? 5 : 2))
      if (isData) {
        keep(message, to)
        to = []
      } else if (/^RCPT/i.test(message)) to.push(/<(.*)>/.exec(message)?.[1] ?? '')
      const wasData = isData
      isData = !isData && /^DATA/i.test(message)
      const isEnd = !wasData && /^QUIT/i.test(message)
      socket.write(isData ? '354 go on\r\n' : isEnd ? '221 bye\r\n' : '250 well\r\n')
      if (isEnd) socket.end()
    }
  })
}

/** SMTP doubles a dot at the start of a line. A file is renamed when it is complete. */
function keep(mail: string, to: string[]): void {
  for (const receiver of to) {
    count += 1
    const file = join(mails, `${String(count).padStart(8, '0')}-${receiver}.eml`)
    writeFileSync(`${file}.new`, `${mail.replace(/^\.\./gm, '.')}\r\n`, 'latin1')
    renameSync(`${file}.new`, file)
  }
}
