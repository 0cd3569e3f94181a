import { ImageOff, RotateCw, X } from 'lucide-react'
import { type PointerEvent, useState } from 'react'
import { thumbnailUrl } from '#web/lib/media.ts'
import type { PhotoItem } from './photo-list.ts'

interface PhotoTileProps {
  item: PhotoItem
  index: number
  total: number
  selected: boolean
  dragged: boolean
  onSelect: () => void
  onRemove: () => void
  onRetry: () => void
  onPointerDown: (event: PointerEvent) => void
}

/** One photo of the form: picture, progress, retry and remove. The first is the cover and four times as large. */
export function PhotoTile({ item, index, total, selected, dragged, ...on }: PhotoTileProps) {
  const isCover = index === 0
  const name = `Photo ${index + 1} of ${total}`
  return (
    <li
      data-key={item.key}
      className={`relative aspect-square ${isCover ? 'col-span-2 row-span-2' : ''} ${dragged ? 'z-10' : ''}`}
    >
      <button
        type="button"
        aria-pressed={selected}
        aria-label={isCover ? `${name}, cover` : name}
        onClick={on.onSelect}
        onPointerDown={on.onPointerDown}
        onContextMenu={(event) => event.preventDefault()}
        className={`block size-full overflow-hidden rounded-control bg-sunken select-none [-webkit-touch-callout:none] ${selected ? 'ring-3 ring-brand' : ''} ${dragged ? 'shadow-sheet' : ''}`}
      >
        <Picture item={item} large={isCover} />
      </button>
      <Progress item={item} name={name} />
      {item.status === 'failed' && item.problem === 'refused' && (
        <p className="pointer-events-none absolute inset-0 flex flex-col items-center justify-center gap-1 overflow-hidden rounded-control border-2 border-danger bg-surface/85 p-1 text-center text-xs font-semibold text-danger">
          <ImageOff size={20} />
          Cannot be used
        </p>
      )}
      {item.status === 'failed' && item.problem !== 'refused' && (
        <button
          type="button"
          onClick={on.onRetry}
          title={item.reason}
          aria-label={`Retry photo ${index + 1}`}
          className="absolute inset-0 flex flex-col items-center justify-center gap-1 rounded-control border-2 border-danger bg-surface/85 text-sm font-semibold text-danger"
        >
          <RotateCw size={20} />
          Retry
        </button>
      )}
      {isCover && item.status !== 'failed' && (
        <span className="badge badge-brand pointer-events-none absolute top-2 left-2 shadow-flat">Cover</span>
      )}
      <button
        type="button"
        aria-label={`Remove photo ${index + 1}`}
        onClick={on.onRemove}
        className="group absolute -top-1 -right-1 grid size-11 place-items-center rounded-full"
      >
        <span className="grid size-7 place-items-center rounded-full bg-surface/90 text-ink shadow-raised transition-colors group-hover:bg-danger group-hover:text-surface">
          <X size={16} strokeWidth={2.5} />
        </span>
      </button>
    </li>
  )
}

function Picture({ item, large }: { item: PhotoItem; large: boolean }) {
  const [failed, setFailed] = useState<string>()
  const wanted = large ? item.preview : thumbnailUrl(item.preview, 320)
  // A browser may not draw the chosen file (HEIC); it can draw the uploaded copy.
  const src = failed === wanted && item.url ? item.url : wanted
  if (failed === src && item.status === 'failed') return null
  if (failed === src) {
    return (
      <span className="grid size-full place-items-center text-muted">
        <ImageOff size={24} />
      </span>
    )
  }
  return (
    <img
      src={src}
      alt=""
      draggable={false}
      decoding="async"
      onError={() => setFailed(src)}
      className={`size-full object-cover transition-opacity ${item.status === 'done' ? '' : 'opacity-60'}`}
    />
  )
}

function Progress({ item, name }: { item: PhotoItem; name: string }) {
  if (item.status !== 'waiting' && item.status !== 'uploading') return null
  const percent = Math.round(item.progress * 100)
  const label = item.status === 'waiting' ? 'Waiting' : percent === 100 ? 'Finishing' : `${percent} %`
  return (
    <span className="pointer-events-none absolute inset-x-2 bottom-2 rounded-full bg-surface/90 px-2 py-1 text-center text-xs font-semibold tabular-nums shadow-flat">
      {label}
      <span
        role="progressbar"
        aria-label={`${name}, uploading`}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        className="mt-0.5 block h-1 overflow-hidden rounded-full bg-line"
      >
        <span
          className="block h-full origin-left bg-brand transition-transform"
          style={{ transform: `scaleX(${item.progress})` }}
        />
      </span>
    </span>
  )
}
