import type { UploadProblem } from '#web/lib/upload.ts'

/** One photo of the form, from being chosen to being uploaded. */
export interface PhotoItem {
  key: string
  url: string | null
  /** Address to show: a local one while the form is open, so that nothing is downloaded again. */
  preview: string
  status: 'waiting' | 'uploading' | 'done' | 'failed'
  /** Share of the bytes sent, 0 to 1. */
  progress: number
  /** For retries; undefined for a photo that the listing already had. */
  file?: File
  reason?: string
  /** The kind of error: a refused photo is not tried again. */
  problem?: UploadProblem
}

export type PhotoChange =
  | { type: 'added'; items: PhotoItem[] }
  | { type: 'updated'; key: string; values: Partial<PhotoItem> }
  | { type: 'removed'; key: string }
  | { type: 'moved'; key: string; to: number }
  | { type: 'replaced'; items: PhotoItem[] }

export function changePhotos(items: PhotoItem[], change: PhotoChange): PhotoItem[] {
  switch (change.type) {
    case 'added':
      return [...items, ...change.items]
    case 'updated':
      return items.map((item) => (item.key === change.key ? { ...item, ...change.values } : item))
    case 'removed':
      return items.filter((item) => item.key !== change.key)
    case 'moved':
      return move(items, change.key, change.to)
    case 'replaced':
      return change.items
  }
}

function move(items: PhotoItem[], key: string, to: number): PhotoItem[] {
  const moved = items.find((item) => item.key === key)
  if (!moved) return items
  const rest = items.filter((item) => item !== moved)
  return [...rest.slice(0, to), moved, ...rest.slice(to)]
}

export function uploadedPhoto(url: string): PhotoItem {
  return { key: url, url, preview: url, status: 'done', progress: 1 }
}

/** The photos that the form sends, in order: the first is the cover. */
export function uploadedUrls(items: PhotoItem[]): string[] {
  return items.flatMap((item) => item.url ?? [])
}

export function isUploading(items: PhotoItem[]): boolean {
  return items.some((item) => item.status === 'waiting' || item.status === 'uploading')
}

/** Photos that are still to be uploaded: those that the image host refused are not. */
const isToUpload = ({ status, file, problem }: PhotoItem) =>
  status !== 'done' && file !== undefined && problem !== 'refused'

/** The addresses of the form's photos, in order: those to be uploaded have one of their own until then. */
export function addressesOf(items: PhotoItem[]): string[] {
  return items.flatMap((item) => (isToUpload(item) ? `file:${item.key}` : (item.url ?? [])))
}

/** What the listing's photos are now, in order: addresses, and files that are still to be uploaded. */
export function photosOf(items: PhotoItem[]): (string | File)[] {
  return items.flatMap((item) => (isToUpload(item) && item.file) || (item.url ?? []))
}

export function filesOf(items: PhotoItem[]): Map<string, File> {
  return new Map(
    items.flatMap((item) =>
      isToUpload(item) && item.file ? [[`file:${item.key}`, item.file] as const] : [],
    ),
  )
}
