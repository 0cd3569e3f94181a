import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { Photo } from '#web/ui/photo.tsx'

/** Maximum size of a picture in a conversation, and its minimum width, in pixels. */
const box = { width: 280, height: 320, least: 96 }

/** Display size of a picture; a square if its size is unknown. */
function drawnSize({ width, height }: PhotoData): { width: number; aspectRatio: string } {
  if (!width || !height) return { width: 220, aspectRatio: '1' }
  const scale = Math.min(1, box.width / width, box.height / height)
  return { width: Math.max(box.least, Math.round(width * scale)), aspectRatio: `${width} / ${height}` }
}

interface MessagePictureProps {
  photo: PhotoData
  from: string
  onEnlarge: () => void
}

/** A picture in a message; a press enlarges it. */
export function MessagePicture({ photo, from, onEnlarge }: MessagePictureProps) {
  const alt = `Picture from ${from}`
  return (
    <button
      type="button"
      aria-label={`${alt}, show it large`}
      onClick={onEnlarge}
      style={drawnSize(photo)}
      className="block max-w-full cursor-zoom-in overflow-hidden rounded-xl bg-sunken"
    >
      <Photo photo={photo} alt={alt} sizes={`${box.width}px`} className="size-full object-cover" />
    </button>
  )
}
