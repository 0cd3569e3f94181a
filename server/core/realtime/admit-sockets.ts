import type { IncomingMessage } from 'node:http'
import { callerAddress, networkOf } from '#server/lib/ip-addresses.ts'
import type { Env } from '../../env.ts'
import { isForeignOrigin } from '../http/cross-site.ts'
import { toAppError } from '../http/error-handler.ts'
import type { SocketLimits } from '../limits/socket-limits.ts'
import type { Bucket } from '../limits/token-bucket.ts'
import type { RawSocket } from './socket-events.ts'

/**
 * Counts the socket until its connection closes; returns the bucket that it shares with the account's other
 * sockets.
 */
export function enterAccount(socket: RawSocket, limits: SocketLimits, userId: number): Bucket {
  const { bucket, leave } = limits.enterAccount(userId)
  // The connection may have closed while the session was read.
  if (socket.conn.readyState === 'closed') leave()
  else socket.conn.once('close', leave)
  return bucket
}

/**
 * Decides on a connection before it is accepted: refuses pages of other sites, since the cookie would be sent
 * along, and networks with too many connections. Browsers send the opening page's origin.
 */
export function admit(env: Env, limits: SocketLimits, visitors: WeakMap<IncomingMessage, Bucket>) {
  const addressOf = callerAddress(env)
  // A proxy may forward requests under another name than the public one.
  const publicHost = env.PUBLIC_URL && new URL(env.PUBLIC_URL).host
  return (request: IncomingMessage, decide: (error: string | null, success: boolean) => void) => {
    const { origin, host } = request.headers
    if (isForeignOrigin(origin, host) && isForeignOrigin(origin, publicHost)) return decide(null, false)
    try {
      const { bucket, leave } = limits.enterNetwork(networkOf(addressOf(request)))
      if (request.socket.destroyed) leave()
      else request.socket.once('close', leave)
      visitors.set(request, bucket)
      decide(null, true)
    } catch (error) {
      decide(toAppError(error).message, false)
    }
  }
}
