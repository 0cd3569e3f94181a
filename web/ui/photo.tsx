import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { type PhotoUse, photoSources } from '#shared/photo-sizes.ts'
import { useDataSaver } from '#web/lib/data-saver.tsx'
import { markWhenNear } from '#web/lib/near.ts'
import { averageColour } from './thumbhash-colour.ts'

interface PhotoProps {
  photo: PhotoData
  alt: string
  /** How wide it is shown, as the `sizes` attribute says it. Less than that on the densest screens, where nobody sees it. */
  sizes: string
  use?: PhotoUse
  /** On the screen at once: loaded eagerly, and `first` before all else. */
  priority?: 'first' | 'eager' | undefined
  /** Not loaded before it is near the screen; where data is saved, that goes for all that have no priority. */
  late?: boolean
  className?: string
}

/** A picture in the format and size that fit the device, on its average colour until it is here (photo.css). */
export function Photo({ photo, alt, sizes, use = 'card', priority, late = false, className }: PhotoProps) {
  const [saving] = useDataSaver()
  const { src, avifSrcSet } = photoSources(photo, use, saving)
  const waits = late || (saving && !priority)
  return (
    <picture
      className="photo"
      data-late={waits || undefined}
      ref={waits ? markWhenNear : undefined}
      style={{ backgroundColor: averageColour(photo.placeholder) }}
    >
      {avifSrcSet && <source type="image/avif" srcSet={avifSrcSet} sizes={sizes} />}
      <img
        src={src}
        alt={alt}
        width={photo.width ?? undefined}
        height={photo.height ?? undefined}
        loading={priority ? 'eager' : 'lazy'}
        fetchPriority={priority === 'first' ? 'high' : undefined}
        decoding={priority === 'first' ? 'sync' : 'async'}
        className={className}
      />
    </picture>
  )
}
