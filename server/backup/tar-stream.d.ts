/** Types for the part of tar-stream in use; the package has none. */
declare module 'tar-stream' {
  interface Header {
    name: string
    mode?: number
    type?: string
  }
  interface Pack extends NodeJS.ReadableStream {
    entry(header: Header, bytes: Buffer, done: (error?: Error | null) => void): unknown
    finalize(): void
  }
  type Entry = AsyncIterable<Buffer> & { header: Header }
  interface Extract extends NodeJS.WritableStream {
    [Symbol.asyncIterator](): AsyncIterableIterator<Entry>
  }
  export function pack(): Pack
  export function extract(): Extract
}
