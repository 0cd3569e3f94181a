/** What browsers and Node both have and ECMAScript's own library lacks; the rest of the DOM stays out of shared/. */
declare class URLSearchParams {
  constructor(init?: string)
  get(name: string): string | null
  set(name: string, value: string): void
  toString(): string
}
