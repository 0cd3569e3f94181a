import { Camera, ImagePlus } from 'lucide-react'
import { formatBytes } from '#shared/bytes.ts'
import { limits } from '#shared/limits.ts'

interface AddPhotosButtonProps {
  /** There is no photo yet. */
  isEmpty: boolean
  isBusy: boolean
  invalid: boolean
  onOpen: () => void
}

/** Chooses files: large for the first photo, then a tile after the photos. One button, never disabled, so that it keeps the focus. */
export function AddPhotosButton({ isEmpty, isBusy, invalid, onOpen }: AddPhotosButtonProps) {
  const shape = isEmpty
    ? 'rounded-card bg-surface px-4 py-8 text-center'
    : 'aspect-square justify-center rounded-control text-sm font-semibold text-brand-ink'
  return (
    <button
      type="button"
      data-first
      aria-disabled={isBusy}
      onClick={() => isBusy || onOpen()}
      className={`flex w-full flex-col items-center gap-1 border-2 border-dashed transition-colors hover:border-brand hover:bg-brand-soft aria-disabled:opacity-50 ${invalid ? 'border-danger' : 'border-line-strong'} ${shape}`}
    >
      {isEmpty ? (
        <>
          <span className="mb-2 grid size-14 place-items-center rounded-full bg-brand-soft text-brand-ink">
            <Camera size={26} />
          </span>
          <span className="text-lg font-bold text-brand-ink">Add photos</span>
          <span className="text-sm text-muted">
            Up to {limits.photos.max}, the first is the cover.
            <span className="hidden pointer-fine:inline"> Drop or paste them here too.</span>
          </span>
          <span className="text-xs text-muted">
            JPEG, PNG, WebP or AVIF, {formatBytes(limits.photoBytes)} each
          </span>
        </>
      ) : (
        <>
          <ImagePlus size={22} />
          Add more
        </>
      )}
    </button>
  )
}
