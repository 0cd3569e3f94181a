import type { Part } from '../support/pictures.ts'
import type { TestApp, TestUser } from '../support/test-app.ts'

/** The people of one request, made for it. */
export interface Cast {
  t: TestApp
  /** Null for a visitor. */
  caller: TestUser | null
  /** Whose the thing is that the request names. */
  owner: TestUser
}

/** A request as it goes out; `form` in place of `body` for an upload. */
export interface AnyRequest {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: Record<string, unknown>
  form?: Part[]
  /** Beside the session's. */
  cookies?: string
}
