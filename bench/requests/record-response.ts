import { get } from 'node:http'
import type { LoadRequest } from '../load/job.ts'
import type { RecordedResponse } from '../servers/bare.ts'

/** Headers of the connection, and those that a server adds itself. */
const ofTheConnection = /^(date|connection|keep-alive|transfer-encoding|content-length)$/

/** Requests a page; returns its response with the bytes as received, compressed or not. Throws for a status of 400 or above. */
export async function recordResponse(
  origin: string,
  { path, headers = {} }: LoadRequest,
): Promise<RecordedResponse> {
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
