import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { Photo } from '#shared/contract/common.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useBackOnline } from '#web/lib/online.ts'
import { sendPicture } from '#web/lib/send-picture.ts'
import { UploadError, type UploadProblem } from '#web/lib/upload.ts'
import { showToast } from '#web/ui/toast.ts'

export interface Attachment {
  file: File
  preview: string
  /** Fraction sent, 0 to 1. */
  progress: number
  status: 'uploading' | 'failed' | 'done'
  reason?: string
  /** Its kind: a refused picture is not retried. */
  problem?: UploadProblem
  photo?: Photo
}

const maxAttachments = 10

/** The composer's pictures: uploaded as soon as they are chosen, so that sending the messages is immediate. */
export function useAttachments() {
  const [attachments, setAttachments] = useState<Attachment[]>([])
  /** The uploads under way, by their preview. */
  const running = useRef(new Map<string, AbortController>())

  function forget(address: string) {
    running.current.get(address)?.abort()
    running.current.delete(address)
    URL.revokeObjectURL(address)
  }
  useEffect(() => {
    const uploads = running.current
    return () => {
      for (const [address, upload] of uploads) {
        upload.abort()
        URL.revokeObjectURL(address)
      }
      uploads.clear()
    }
  }, [])

  async function upload({ file, preview: address }: Attachment) {
    const controller = new AbortController()
    running.current.set(address, controller)
    const { signal } = controller
    const update = (values: Partial<Attachment>) =>
      setAttachments((all) => all.map((one) => (one.preview === address ? { ...one, ...values } : one)))
    update({ status: 'uploading', progress: 0 })
    try {
      const [url, size] = await Promise.all([
        sendPicture(file, signal, (progress) => update({ progress })),
        measure(address),
      ])
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

  useBackOnline(() => {
    for (const one of attachments)
      if (one.status === 'failed' && one.problem === 'connection') void upload(one)
  })

  return {
    attachments,
    /** Appends pictures; those beyond the maximum are dropped, with a toast. */
    add(files: File[]) {
      const room = maxAttachments - attachments.length
      if (files.length > room) showToast({ title: `Up to ${maxAttachments} pictures at once` })
      const added = files.slice(0, room).map(
        (file): Attachment => ({
          file,
          preview: URL.createObjectURL(file),
          progress: 0,
          status: 'uploading',
        }),
      )
      setAttachments([...attachments, ...added])
      for (const { preview } of added) running.current.set(preview, new AbortController())
      // One after the other: on a slow line the first ones are ready sooner.
      void added.reduce(
        (before, one) => before.then(() => (running.current.has(one.preview) ? upload(one) : undefined)),
        Promise.resolve<void>(undefined),
      )
    },
    retry: (one: Attachment) => void upload(one),
    remove(one: Attachment) {
      forget(one.preview)
      setAttachments((all) => all.filter(({ preview }) => preview !== one.preview))
    },
    clear() {
      for (const { preview } of attachments) forget(preview)
      setAttachments([])
    },
  }
}

/** The upright size of a picture in pixels; undefined if the browser cannot decode it. */
function measure(address: string): Promise<{ width: number | null; height: number | null }> {
  return new Promise((resolve) => {
    const image = new Image()
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight })
    image.onerror = () => resolve({ width: null, height: null })
    image.src = address
  })
}

export function picturesIn(files: FileList | null | undefined): File[] {
  return Array.from(files ?? []).filter(({ type }) => type.startsWith('image/'))
}

/** Accepts pictures dropped on the element that gets `props`. */
export function useDropPicture(onDrop: (files: File[]) => void, isOn: boolean) {
  const [isOver, setIsOver] = useState(false)
  const props = {
    onDragOver(event: DragEvent) {
      if (!isOn || !event.dataTransfer.types.includes('Files')) return
      event.preventDefault()
      setIsOver(true)
    },
    onDragLeave() {
      setIsOver(false)
    },
    onDrop(event: DragEvent) {
      setIsOver(false)
      if (!isOn) return
      event.preventDefault()
      const pictures = picturesIn(event.dataTransfer.files)
      if (pictures.length > 0) onDrop(pictures)
    },
  }
  return { isOver, props }
}
