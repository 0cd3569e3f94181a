import { Writable } from 'node:stream'

/** A stream for a logger, and the lines written to it, oldest first. */
export function collectLines(): { stream: Writable; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const stream = new Writable({
    write(chunk, _, done) {
      for (const line of String(chunk).split('\n')) if (line) lines.push(JSON.parse(line))
      done()
    },
  })
  return { stream, lines }
}
