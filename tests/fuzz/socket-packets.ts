import fc from 'fast-check'
import { socketPath } from '#shared/socket-path.ts'

/** Packets of engine.io and socket.io that no client sends. */
export const strangePackets: fc.Arbitrary<(string | Buffer)[]> = fc.array(
  fc.oneof(
    fc.constantFrom<string | Buffer>(
      '40',
      '40/admin,',
      '40{"token":"x"}',
      '40/__proto__,{}',
      '41',
      '42',
      '42[',
      '42[]',
      '42[1]',
      '42[null]',
      '42{}',
      '42["join_thread"',
      '42["join_thread",1]',
      '421["join_thread",1,2,3]',
      '42999999999999999999["join_thread",1]',
      '42-1["join_thread",1]',
      '42["disconnect"]',
      '42["connect",{}]',
      '42["__proto__",1]',
      '42["constructor",1]',
      '42[["join_thread"],1]',
      '42[{"toString":1},1]',
      '42/nowhere,["join_thread",1]',
      '43',
      '431[]',
      '43["x"]',
      '44{"message":"x"}',
      '451-["join_thread",{"_placeholder":true,"num":0}]',
      '451-["join_thread",{"_placeholder":true,"num":99}]',
      '45999999999-["join_thread",{"_placeholder":true,"num":0}]',
      '45-1-["join_thread"]',
      '461-[{"_placeholder":true,"num":0}]',
      '47',
      '0{"sid":"x"}',
      '1',
      '2',
      '2probe',
      '3',
      '5',
      '6',
      '7',
      'b4AAAA',
      '',
      '4',
      '\u0000',
      `42["join_thread",${'['.repeat(1900)}`,
      `42["join_thread","${'x'.repeat(9000)}"]`,
      Buffer.alloc(10),
      Buffer.alloc(5000, 1),
      Buffer.from('42["join_thread",1]'),
    ),
    fc.string({ unit: 'binary', maxLength: 60 }).map((text) => `4${text}`),
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
    fc.integer({ min: 1, max: 60 }).map((id) => `42${id}["leave_thread",1]`),
  ),
  { minLength: 1, maxLength: 12 },
)

/** Sends packets over a new websocket, then a valid one: it is acknowledged, or the server has hung up. */
export function sendPackets(
  origin: string,
  cookie: string | undefined,
  packets: (string | Buffer)[],
): Promise<string> {
  const url = `${origin.replace(/^http/, 'ws')}${socketPath}/?EIO=4&transport=websocket`
  const init = { headers: cookie ? { cookie } : {} }
  const socket = new WebSocket(url, init as never)
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.close()
      reject(new Error('neither an answer nor the end of the connection'))
    }, 10_000)
    const end = (outcome: string) => {
      clearTimeout(timer)
      socket.close()
      resolve(outcome)
    }
    socket.onopen = () => {
      socket.send('40')
      for (const packet of packets) socket.send(packet as string)
      // Joining twice is refused silently; this acknowledgement has its own number.
      socket.send('427777["leave_thread",1]')
    }
    socket.onmessage = ({ data }) => {
      if (String(data).startsWith('437777')) end('answered')
    }
    socket.onclose = () => end('closed')
    socket.onerror = () => end('closed')
  })
}
