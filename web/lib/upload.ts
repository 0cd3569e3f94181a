import type { UploadedPhoto, UploadFailure } from '#shared/contract/uploads.ts'
import type { Problem } from '#shared/errors.ts'

/** `connection`: the image host was not reached. `refused`: it will never take this file. `server`: it may take it later. */
export type UploadProblem = 'connection' | 'refused' | 'server'

/** An upload that did not succeed. `said` is the image host's sentence, where it gave one. */
export class UploadError extends Error {
  readonly problem: UploadProblem
  readonly said: string | undefined

  constructor(problem: UploadProblem, said?: string) {
    super(said ?? 'The photo could not be uploaded.')
    this.name = 'UploadError'
    this.problem = problem
    this.said = said
  }
}

/** Statuses of a host that refuses the file itself: not a picture, too large, of a type that it does not read. */
const refusals = [400, 413, 415, 422]

interface Upload {
  /** Where the image host takes photos, and the preset that it expects. */
  host: { uploadUrl: string; uploadPreset: string }
  file: Blob
  fileName: string
  /** Called with the share that has been sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Sends one photo to the image host; answers its address. XMLHttpRequest, since fetch does not tell how much was sent.
 * Cookies go to our own origin only. Rejects with UploadError, or with an AbortError once `signal` aborts.
 */
export function uploadPhoto({ host, file, fileName, onProgress, signal }: Upload): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => {
      const url = request.status >= 200 && request.status < 300 ? readUrl(request.responseText) : undefined
      if (url) resolve(url)
      else
        reject(
          new UploadError(
            refusals.includes(request.status) ? 'refused' : 'server',
            readMessage(request.responseText),
          ),
        )
    }
    request.onerror = () => reject(new UploadError('connection'))
    request.onabort = () => reject(new DOMException('The upload was stopped.', 'AbortError'))
    request.onloadend = () => signal.removeEventListener('abort', abort)

    const form = new FormData()
    form.append('upload_preset', host.uploadPreset)
    form.append('file', file, fileName)
    request.open('POST', host.uploadUrl)
    request.send(form)
  })
}

function parse<T>(text: string): Partial<T> | undefined {
  try {
    return JSON.parse(text) as Partial<T>
  } catch {
    return undefined
  }
}

function readUrl(text: string): string | undefined {
  return parse<UploadedPhoto>(text)?.secure_url
}

function readMessage(text: string): string | undefined {
  const answer = parse<UploadFailure & Problem>(text)
  return answer?.error?.message ?? answer?.detail
}
