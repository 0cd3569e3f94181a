import type { FuzzRequest, Header } from './fuzz-request.ts'
import type { World } from './fuzz-world.ts'
import { type Answer, HttpClient } from './http-client.ts'

/** Sends requests as the people of a world. */
export interface Callers {
  /** The cookie of one of the caller's sessions; undefined for a visitor. */
  cookieOf(caller: string, session: number): string | undefined
  /** Replaces the placeholders in a request by values that only the world has. */
  fillIn(request: FuzzRequest): FuzzRequest
  send(request: FuzzRequest): Promise<Answer>
  get(url: string, caller?: string, headers?: Header[]): Promise<Answer>
  close(): void
}

export function createCallers(origin: string, world: World, cookieName: string): Callers {
  const client = new HttpClient(origin)

  function cookieOf(caller: string, session: number): string | undefined {
    const token = world.token(caller, session)
    return token && `${cookieName}=${token}`
  }

  function withCookie(caller: string, session: number, headers: Header[]): Header[] {
    const cookie = cookieOf(caller, session)
    return cookie ? [...headers, ['cookie', cookie]] : headers
  }

  return {
    cookieOf,
    fillIn: (request) =>
      typeof request.body === 'string'
        ? { ...request, body: world.fillIn(request.caller, request.body) }
        : request,
    send: ({ caller, session, headers, ...request }) =>
      client.send({ ...request, headers: withCookie(caller, session, headers) }),
    get: (url, caller = 'visitor', headers = []) =>
      client.send({ method: 'GET', url, headers: withCookie(caller, 0, headers) }),
    close: () => client.close(),
  }
}
