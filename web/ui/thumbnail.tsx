import { useDataSaver } from '#web/lib/data-saver.tsx'
import { thumbnailUrl } from '#web/lib/media.ts'
import { lazily } from './photo.tsx'

interface ThumbnailProps {
  url: string
  /** Width and height in pixels. */
  size: number
  alt?: string
  className?: string
}

/** A small square version of one of Oja's pictures, with data saver loaded when it is visible. */
export function Thumbnail({ url, size, alt = '', className = 'rounded-control' }: ThumbnailProps) {
  const [saving] = useDataSaver()
  const box = { width: size, height: size }
  const classes = `shrink-0 bg-sunken ${className}`
  return (
    <picture className={`photo ${classes}`} style={box} {...(saving && lazily)}>
      <img
        src={thumbnailUrl(url)}
        alt={alt}
        width={size}
        height={size}
        style={box}
        loading="lazy"
        decoding="async"
        className={`object-cover ${classes}`}
      />
    </picture>
  )
}
