import { formatBytes } from '#shared/bytes.ts'
import type { UploadedPhoto, UploadFailure } from '#shared/contract/uploads.ts'
import type { Problem } from '#shared/errors.ts'
import { limits } from '#shared/limits.ts'
import { responseTimeout } from './api.ts'

/** `connection`: the image host was not reached. `refused`: it will never accept this file. `server`: it may accept it later. */
export type UploadProblem = 'connection' | 'refused' | 'server'

/** A failed upload. `said` is the image host's message, if there was one. */
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

/** Statuses for files that the host refuses: not a picture, too large, or of an unknown type. */
const refusals = [400, 413, 415, 422]

const tooLarge = (fileName: string) =>
  `${fileName || 'This picture'} is larger than ${formatBytes(limits.photoBytes)}. Please choose a smaller one.`

interface Upload {
  /** Upload address and preset of the image host. */
  host: { uploadUrl: string; uploadPreset: string }
  file: Blob
  fileName: string
  /** Called with the fraction sent, 0 to 1. */
  onProgress: (share: number) => void
  signal: AbortSignal
}

/**
 * Uploads one photo to the image host; resolves with its address. XMLHttpRequest, since fetch does not report progress. Sends
 * cookies only to this origin. Rejects with UploadError, also where the file is too large, or with an AbortError once `signal` aborts.
 */
export function uploadPhoto({ host, file, fileName, onProgress, signal }: Upload): Promise<string> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    if (file.size > limits.photoBytes) return reject(new UploadError('refused', tooLarge(fileName)))
    const request = new XMLHttpRequest()
    const abort = () => request.abort()
    signal.addEventListener('abort', abort, { once: true })
    /** Quarters of the timeout since a byte moved. A page that slept counts one for all that time: its upload may be done. */
    let quarters = 0
    const watch = setInterval(() => {
      quarters += 1
      if (quarters < 4) return
      reject(new UploadError('connection'))
      abort()
    }, responseTimeout / 4)
    request.upload.onprogress = (event) => {
      quarters = 0
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
    request.onloadend = () => {
      clearInterval(watch)
      signal.removeEventListener('abort', abort)
    }

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
