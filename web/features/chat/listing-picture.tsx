import { ImageOff } from 'lucide-react'
import type { Photo } from '#shared/contract/common.ts'
import { Thumbnail } from '#web/ui/avatar.tsx'

interface ListingPictureProps {
  photo: Photo | undefined
  /** Pixels. */
  size: number
  /** The listing is sold or deleted. */
  isFaded?: boolean
}

/** A small version of a listing's first photo. Decoration: its title is beside it. */
export function ListingPicture({ photo, size, isFaded }: ListingPictureProps) {
  const styles = `rounded-control ${isFaded ? 'opacity-60 grayscale' : ''}`
  if (photo) return <Thumbnail url={photo.url} size={size} className={styles} />
  return (
    <span
      style={{ width: size, height: size }}
      className="grid shrink-0 place-items-center rounded-control bg-sunken text-muted"
    >
      <ImageOff size={size / 2.4} />
    </span>
  )
}
