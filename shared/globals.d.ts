/**
 * What browsers and Node both have and ECMAScript's own library lacks; the rest of the DOM stays out of
 * shared/.
 */
declare class URL {
  constructor(address: string, base?: string)
  static canParse(address: string, base?: string): boolean
  readonly protocol: string
  readonly origin: string
  readonly host: string
  readonly href: string
  readonly hostname: string
  readonly pathname: string
  readonly search: string
  readonly hash: string
  username: string
  password: string
}

declare class URLSearchParams {
  constructor(init?: string)
  get(name: string): string | null
  set(name: string, value: string): void
  toString(): string
}
