import { ImageOff } from 'lucide-react'
import type { Photo } from '#shared/contract/common.ts'
import { thumbnailUrl } from '#web/lib/media.ts'

interface ListingPictureProps {
  photo: Photo | undefined
  /** Pixels. */
  size: number
  isFaded?: boolean
}

/** A small version of a listing's first photo. Decoration: its title is beside it. */
export function ListingPicture({ photo, size, isFaded }: ListingPictureProps) {
  const box = { width: size, height: size }
  const styles = 'shrink-0 rounded-control bg-sunken'
  if (!photo) {
    return (
      <span style={box} className={`${styles} grid place-items-center text-muted`}>
        <ImageOff size={size / 2.4} />
      </span>
    )
  }
  return (
    <img
      src={thumbnailUrl(photo.url)}
      alt=""
      width={size}
      height={size}
      style={box}
      loading="lazy"
      decoding="async"
      className={`${styles} object-cover ${isFaded ? 'faded' : ''}`}
    />
  )
}
