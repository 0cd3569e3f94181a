import { useCallback, useEffect, useRef, useState } from 'react'
import type { Photo } from '#shared/contract/common.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useBackOnline } from '#web/lib/online.ts'
import { shrinkImage } from '#web/lib/shrink-image.ts'
import { UploadError, type UploadProblem, uploadPhoto } from '#web/lib/upload.ts'

/** A picture that is being attached. */
export interface Attachment {
  file: File
  /** A local address to show it by. */
  preview: string
  /** The share that was sent, 0 to 1. */
  progress: number
  status: 'uploading' | 'failed' | 'done'
  /** What went wrong, for people. */
  reason?: string
  /** The kind of it: a refused picture is not tried again. */
  problem?: UploadProblem
  /** Once it is uploaded. */
  photo?: Photo
}

/** One picture of the composer: uploaded as soon as it is chosen, so that sending the message takes no time. */
export function useAttachment() {
  const [attachment, setAttachment] = useState<Attachment | null>(null)
  const running = useRef<AbortController>(undefined)
  const preview = useRef<string>(undefined)

  const forget = useCallback(() => {
    running.current?.abort()
    if (preview.current) URL.revokeObjectURL(preview.current)
    preview.current = undefined
  }, [])
  useEffect(() => forget, [forget])

  async function upload(file: File, address: string) {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    const update = (values: Partial<Attachment>) =>
      setAttachment((now) => (now?.preview === address ? { ...now, ...values } : now))
    try {
      const [host, small, size] = await Promise.all([
        api('GET /api/site'),
        shrinkImage(file),
        measure(address),
      ])
      signal.throwIfAborted()
      if (small.size > limits.photoBytes)
        throw new UploadError('refused', 'This picture is larger than 10 MB. Please choose a smaller one.')
      const onProgress = (progress: number) => update({ progress })
      const url = await uploadPhoto({ host, file: small, fileName: file.name, onProgress, signal })
      update({ status: 'done', progress: 1, photo: { url, ...size, placeholder: null } })
    } catch (error) {
      if (signal.aborted) return
      const { problem, said, message } =
        error instanceof UploadError
          ? error
          : new UploadError(statusOf(error) === undefined ? 'connection' : 'server')
      const reason = said ?? (problem === 'connection' ? 'No connection?' : message)
      update({ status: 'failed', problem, reason })
    }
  }

  function retry() {
    if (!attachment) return
    setAttachment({ ...attachment, status: 'uploading', progress: 0 })
    void upload(attachment.file, attachment.preview)
  }

  useBackOnline(() => {
    if (attachment?.status === 'failed' && attachment.problem === 'connection') retry()
  })

  return {
    attachment,
    add(file: File) {
      forget()
      const address = URL.createObjectURL(file)
      preview.current = address
      setAttachment({ file, preview: address, progress: 0, status: 'uploading' })
      void upload(file, address)
    },
    retry,
    remove() {
      forget()
      setAttachment(null)
    },
  }
}

/** The measures of a picture in pixels, upright; unknown where the browser does not read it. */
function measure(address: string): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve({ width: null, height: null })
    image.src = address
  })
}

/** The first picture among files that were dropped or pasted. */
export function firstPicture(files: FileList | undefined): File | undefined {
  return Array.from(files ?? []).find(({ type }) => type.startsWith('image/'))
}
