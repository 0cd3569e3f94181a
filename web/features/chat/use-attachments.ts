import { type DragEvent, useState, useSyncExternalStore } from 'react'
import type { Photo } from '#shared/contract/common.ts'
import { statusOf } from '#web/lib/errors.ts'
import { createEmitter } from '#web/lib/events.ts'
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

/** The pictures of one conversation's composer: uploaded as soon as they are chosen, so that sending the messages is immediate. */
function createAttachments() {
  const changes = createEmitter()
  let attachments: Attachment[] = []
  /** The uploads under way, by their preview. */
  const running = new Map<string, AbortController>()

  function set(changed: Attachment[]): void {
    attachments = changed
    changes.emit()
  }

  function forget(address: string) {
    running.get(address)?.abort()
    running.delete(address)
    URL.revokeObjectURL(address)
  }

  async function upload({ file, preview: address }: Attachment) {
    const controller = new AbortController()
    running.set(address, controller)
    const { signal } = controller
    const update = (values: Partial<Attachment>) =>
      set(attachments.map((one) => (one.preview === address ? { ...one, ...values } : one)))
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

  return {
    get: () => attachments,
    subscribe: changes.subscribe,
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
      set([...attachments, ...added])
      for (const { preview } of added) running.set(preview, new AbortController())
      // One after the other: on a slow line the first ones are ready sooner.
      void added.reduce(
        (before, one) => before.then(() => (running.has(one.preview) ? upload(one) : undefined)),
        Promise.resolve<void>(undefined),
      )
    },
    retry: (one: Attachment) => void upload(one),
    retryUnconnected() {
      for (const one of attachments)
        if (one.status === 'failed' && one.problem === 'connection') void upload(one)
    },
    remove(one: Attachment) {
      forget(one.preview)
      set(attachments.filter(({ preview }) => preview !== one.preview))
    },
    clear() {
      for (const { preview } of attachments) forget(preview)
      set([])
    },
  }
}

/** The chosen pictures of conversations, by the name of their draft, until they are sent or the page unloads. */
const kept = new Map<string, ReturnType<typeof createAttachments>>()
const none: Attachment[] = []

/** The composer's pictures, which stay while other pages and conversations are shown. */
export function useAttachments(draft: string) {
  const [store] = useState(() => kept.get(draft) ?? createAttachments())
  const attachments = useSyncExternalStore(store.subscribe, store.get, () => none)
  useBackOnline(store.retryUnconnected)
  return {
    ...store,
    attachments,
    add(files: File[]) {
      // Not before: the server renders the composer too.
      kept.set(draft, store)
      store.add(files)
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
