import { ImageOff } from 'lucide-react'
import type { Photo } from '#shared/contract/common.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'

interface ListingPictureProps {
  photo: Photo | undefined
  /** Pixels. */
  size: number
  isFaded?: boolean
}

/** A small version of a listing's first photo. Decoration: its title is beside it. */
export function ListingPicture({ photo, size, isFaded }: ListingPictureProps) {
  if (photo)
    return <Thumbnail url={photo.url} size={size} className={`rounded-control ${isFaded ? 'faded' : ''}`} />
  return (
    <span
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-control bg-sunken text-muted"
    >
      <ImageOff size={size / 2.4} />
    </span>
  )
}
