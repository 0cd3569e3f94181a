import { useEffect, useReducer, useRef } from 'react'
import type { SiteConfig } from '#shared/contract/site.ts'
import { createSemaphore, type Semaphore } from '#shared/semaphore.ts'
import { revokeLater } from '#web/lib/media.ts'
import { useBackOnline } from '#web/lib/online.ts'
import { shrinkImage } from '#web/lib/shrink-image.ts'
import { UploadError, uploadPhoto } from '#web/lib/upload.ts'
import { changePhotos, isUploading, type PhotoItem, uploadedPhoto, uploadedUrls } from './photo-list.ts'

const inParallel = 3

export interface UploadOutcome {
  uploaded: number
  failed: number
  /** The server's message about a failure. */
  said: string | undefined
}

export interface PhotoUploads {
  items: PhotoItem[]
  urls: string[]
  uploading: boolean
  /** Adds files and uploads them. */
  add(files: File[]): void
  retry(item: PhotoItem): void
  /** Uploads another picture in the place of a photo, which the listing keeps until then. */
  change(key: string, file: File): void
  remove(key: string): void
  move(key: string, to: number): void
  /** Puts others in their place, in this order: addresses, and files to upload. */
  replace(photos: (string | File)[]): void
}

let count = 0

/** The photos of a form: uploads, their progress, their order. Local previews are freed when no longer needed. */
export function usePhotoUploads(options: {
  initial: string[]
  host: SiteConfig | undefined
  /** Called once for each batch that was added, retried or changed; photos removed meanwhile are not counted. */
  onSettled: (outcome: UploadOutcome) => void
}): PhotoUploads {
  const [items, dispatch] = useReducer(changePhotos, options.initial, (urls) => urls.map(uploadedPhoto))
  const latest = useRef(options)
  latest.current = options
  const work = useRef<Work>(null)
  work.current ??= { semaphore: createSemaphore(inParallel), running: new Map(), previews: new Map() }
  const { semaphore, running, previews } = work.current

  useEffect(
    () => () => {
      for (const controller of running.values()) controller.abort()
      for (const address of previews.values()) revokeLater(address)
    },
    [running, previews],
  )

  function showPreview(key: string, picture: Blob): string {
    const old = previews.get(key)
    const address = URL.createObjectURL(picture)
    previews.set(key, address)
    if (old) revokeLater(old)
    return address
  }

  function forget(key: string) {
    running.get(key)?.abort()
    const address = previews.get(key)
    if (address) revokeLater(address)
    previews.delete(key)
  }

  function chosenPhoto(file: File) {
    count += 1
    const key = `new-${count}`
    const preview = showPreview(key, file)
    return { key, url: null, preview, status: 'waiting', progress: 0, file } as const
  }

  const update = (key: string, values: Partial<PhotoItem>) => dispatch({ type: 'updated', key, values })

  async function send(key: string, file: File, signal: AbortSignal): Promise<void> {
    update(key, { status: 'uploading', progress: 0 })
    const small = await shrinkImage(file)
    signal.throwIfAborted()
    if (small !== file) update(key, { preview: showPreview(key, small) })
    const host = latest.current.host
    if (!host) throw new UploadError('connection')
    const url = await uploadPhoto({
      host,
      file: small,
      fileName: file.name,
      onProgress: (progress) => update(key, { progress }),
      signal,
    })
    update(key, { status: 'done', url, progress: 1 })
  }

  async function sendAll(photos: { key: string; file: File }[]): Promise<void> {
    const outcome: UploadOutcome = { uploaded: 0, failed: 0, said: undefined }
    const sent = photos.map(async ({ key, file }) => {
      const controller = new AbortController()
      running.set(key, controller)
      try {
        await semaphore.run(() => {
          controller.signal.throwIfAborted()
          return send(key, file, controller.signal)
        })
        outcome.uploaded += 1
      } catch (error) {
        if (controller.signal.aborted) return
        const { problem, said } = error instanceof UploadError ? error : new UploadError('server')
        outcome.failed += 1
        outcome.said ??= said
        const reason = said ?? (problem === 'connection' ? 'No connection' : 'The upload failed')
        update(key, { status: 'failed', problem, reason })
      } finally {
        running.delete(key)
      }
    })
    await Promise.all(sent)
    if (outcome.uploaded + outcome.failed > 0) latest.current.onSettled(outcome)
  }

  function sendAgain(failed: PhotoItem[]) {
    const photos = failed.flatMap(({ key, file }) => (file ? [{ key, file }] : []))
    for (const { key } of photos) update(key, { status: 'waiting', progress: 0 })
    if (photos.length > 0) void sendAll(photos)
  }

  useBackOnline(() =>
    sendAgain(items.filter(({ status, problem }) => status === 'failed' && problem === 'connection')),
  )

  return {
    items,
    urls: uploadedUrls(items),
    uploading: isUploading(items),
    add(files) {
      const added = files.map(chosenPhoto)
      dispatch({ type: 'added', items: added })
      void sendAll(added)
    },
    retry: (item) => sendAgain([item]),
    change(key, file) {
      update(key, {
        file,
        preview: showPreview(key, file),
        status: 'waiting',
        progress: 0,
        problem: undefined,
      })
      void sendAll([{ key, file }])
    },
    remove(key) {
      forget(key)
      dispatch({ type: 'removed', key })
    },
    move: (key, to) => dispatch({ type: 'moved', key, to }),
    replace(photos) {
      for (const item of items) forget(item.key)
      const chosen: { key: string; file: File }[] = []
      const replaced = photos.map((photo) => {
        if (typeof photo === 'string') return uploadedPhoto(photo)
        const item = chosenPhoto(photo)
        chosen.push(item)
        return item
      })
      dispatch({ type: 'replaced', items: replaced })
      void sendAll(chosen)
    },
  }
}

interface Work {
  semaphore: Semaphore
  running: Map<string, AbortController>
  /** Local addresses of chosen files, by the photo's key. */
  previews: Map<string, string>
}
