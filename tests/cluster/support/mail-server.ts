/**
 * A mail server that keeps what it takes: `node mail-server.ts <address> <port> <folder>` writes <folder>/mail/<number>-<to>.eml;
 * its certificate and key are <folder>/mail.crt and mail.key.
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
  let heard = ''
  let to: string[] = []
  let isData = false
  socket.on('data', (piece) => {
    heard += piece
    for (;;) {
      const end = heard.indexOf(isData ? '\r\n.\r\n' : '\r\n')
      if (end < 0) return
      const said = heard.slice(0, end)
      heard = heard.slice(end + (isData ? 5 : 2))
      if (isData) {
        keep(said, to)
        to = []
      } else if (/^RCPT/i.test(said)) to.push(/<(.*)>/.exec(said)?.[1] ?? '')
      const wasData = isData
      isData = !isData && /^DATA/i.test(said)
      const isEnd = !wasData && /^QUIT/i.test(said)
      socket.write(isData ? '354 go on\r\n' : isEnd ? '221 bye\r\n' : '250 well\r\n')
      if (isEnd) socket.end()
    }
  })
}

/** Lines that begin with a dot have one more on the wire. A file has its name when it is whole. */
function keep(mail: string, to: string[]): void {
  for (const receiver of to) {
    count += 1
    const file = join(mails, `${String(count).padStart(8, '0')}-${receiver}.eml`)
    writeFileSync(`${file}.new`, `${mail.replace(/^\.\./gm, '.')}\r\n`, 'latin1')
    renameSync(`${file}.new`, file)
  }
}
