import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { photoSources } from '#shared/photo-sizes.ts'
import { averageColour } from './thumbhash-colour.ts'

interface PhotoProps {
  photo: PhotoData
  alt: string
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string
  /** On the screen at once: loaded eagerly, and `first` before all else. */
  priority?: 'first' | 'eager'
  className?: string
}

/** A picture in the format and size that fit the device, on its average colour until it is here. */
export function Photo({ photo, alt, sizes, priority, className = '' }: PhotoProps) {
  const { src, avifSrcSet, webpSrcSet } = photoSources(photo)
  return (
    <picture className="contents">
      {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
      {webpSrcSet && <source type="image/webp" srcSet={webpSrcSet} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={photo.width ?? undefined}
        height={photo.height ?? undefined}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'first' ? 'high' : undefined}
        decoding={priority === 'first' ? 'sync' : 'async'}
        className={className}
        style={{ backgroundColor: averageColour(photo.placeholder) }}
      />
    </picture>
  )
}
