import { get } from 'node:http'
import type { LoadRequest } from '../load/job.ts'
import type { KeptAnswer } from '../servers/bare.ts'

/** Headers that belong to the connection, and those that a server makes itself. */
const ofTheConnection = /^(date|connection|keep-alive|transfer-encoding|content-length)$/

/** Reads an answer with its bytes as they came, compressed where they were. Throws for one of 400 and above. */
export async function keepAnswer(origin: string, { path, headers = {} }: LoadRequest): Promise<KeptAnswer> {
  return new Promise((resolve, reject) => {
    get(`${origin}${path}`, { headers, agent: false }, (response) => {
      const pieces: Buffer[] = []
      response.on('data', (piece) => pieces.push(piece))
      response.on('error', reject)
      response.on('end', () => {
        const status = response.statusCode ?? 0
        if (status >= 400) return reject(new Error(`${path} was answered with ${status}.`))
        const kept = Object.entries(response.headers).filter(([name]) => !ofTheConnection.test(name))
        resolve({
          status,
          headers: Object.fromEntries(kept.map(([name, value]) => [name, String(value)])),
          body: Buffer.concat(pieces),
        })
      })
    }).on('error', reject)
  })
}
