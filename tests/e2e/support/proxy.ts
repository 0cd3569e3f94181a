import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Duplex, pipeline } from 'node:stream'

/** A proxy to a server that can be cut, be slow, and replace files. */
export interface TestProxy {
  url: string
  /** While true, every request fails; setting it ends the open WebSockets. */
  cut: boolean
  /** Page requests wait until this resolves. */
  hold: Promise<void> | null
  /** Replacement responses by path. */
  instead: Map<string, { status: number; type: string; body: string }>
  close(): Promise<void>
}

/** Starts a proxy to a server at a separate address. */
export async function startProxy(target: string): Promise<TestProxy> {
  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch(() => outgoing.destroy())
  })
  server.on('upgrade', passUpgrade)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const webSockets = new Set<Duplex>()
  let isCut = false
  const testProxy: TestProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get cut() {
      return isCut
    },
    set cut(cut) {
      isCut = cut
      if (cut) endWebSockets()
    },
    hold: null,
    instead: new Map(),
    async close() {
      endWebSockets()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse) {
    if (testProxy.cut) return outgoing.destroy()
    if (incoming.headers['sec-fetch-mode'] === 'navigate') await testProxy.hold
    const other = testProxy.instead.get(incoming.url ?? '')
    if (other) {
      outgoing.writeHead(other.status, { 'content-type': other.type, 'cache-control': 'no-cache' })
      return outgoing.end(other.body)
    }
    const { method, headers, url } = incoming
    const onward = request(new URL(url ?? '/', target), { method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  }

  /** A WebSocket: both connections are joined after the server's answer. */
  function passUpgrade({ method, headers, url }: IncomingMessage, socket: Duplex, head: Buffer) {
    if (isCut) return socket.destroy()
    const onward = request(new URL(url ?? '/', target), { method, headers })
    socket.on('error', () => {})
    socket.on('close', () => {
      webSockets.delete(socket)
      onward.destroy()
    })
    onward.on('error', () => socket.destroy())
    onward.on('response', () => socket.destroy())
    onward.on('upgrade', (answer, serverSocket, serverHead) => {
      if (socket.destroyed) return serverSocket.destroy()
      const lines = Object.entries(answer.headers).map(([name, value]) => `${name}: ${value}`)
      socket.write(`HTTP/1.1 101 Switching Protocols\r\n${lines.join('\r\n')}\r\n\r\n`)
      socket.write(serverHead)
      serverSocket.write(head)
      pipeline(socket, serverSocket, socket, () => {})
    })
    webSockets.add(socket)
    onward.end()
  }

  function endWebSockets() {
    for (const socket of webSockets) socket.destroy()
  }
  return testProxy
}
