import type { Photo as PhotoData } from '#shared/contract/common.ts'
import { type PhotoUse, photoSources } from '#shared/photo-sizes.ts'
import { isSavingData, useDataSaver } from '#web/lib/data-saver.tsx'

/** Width of a listing's picture in a grid, for `sizes`; the densest phones get as many pixels as the others. */
export const cardSizes =
  '(min-width: 1280px) 290px, (min-width: 1024px) 23vw, (min-width: 768px) 30vw, (min-resolution: 2.5dppx) calc(33vw - 15px), calc(50vw - 22px)'

/** Width of a photo in a listing's gallery. On phones 640 pixels suffice: denser screens show no visible difference. */
export const slideSizes =
  '(min-width: 80rem) 44rem, (min-width: 64rem) 58vw, (min-width: 30rem) 100vw, (min-resolution: 2.5dppx) 213px, 320px'

interface PhotoProps {
  photo: PhotoData
  alt: string
  /** Display width, as in the `sizes` attribute. Smaller on the densest screens, where nobody sees the difference. */
  sizes: string
  use?: PhotoUse
  /** On the first screen: loaded eagerly, and `first` before everything else. */
  priority?: 'first' | 'eager' | undefined
  /** Loaded only near the screen. With data saver, every picture without priority is loaded only when it is visible. */
  late?: boolean
  /** The address of a smaller one that is loaded already, shown until then. */
  preview?: string | undefined
  className?: string | undefined
}

/** A picture in a format and size that fit the device, with its average colour as background until it is loaded (photo.css). */
export function Photo({
  photo,
  alt,
  sizes,
  use = 'card',
  priority,
  late = false,
  preview,
  className,
}: PhotoProps) {
  const [saving] = useDataSaver()
  const { src, avifSrcSet } = photoSources(photo, use, saving)
  const isLazy = late || (saving && !priority)
  return (
    <picture
      className="photo"
      {...(isLazy && lazily)}
      style={{
        backgroundColor: averageColour(photo.placeholder),
        backgroundImage: preview && `url("${preview}")`,
      }}
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

/**
 * The average colour of a picture, from the first three bytes of its thumbhash (base64): cheaper than drawing the hash, and
 * identical on the server. https://evanw.github.io/thumbhash/
 */
function averageColour(thumbhash: string | null): string | undefined {
  if (!thumbhash) return undefined
  const bytes = atob(thumbhash.slice(0, 4))
  const header = bytes.charCodeAt(0) | (bytes.charCodeAt(1) << 8) | (bytes.charCodeAt(2) << 16)
  const lightness = (header & 63) / 63
  const yellowBlue = ((header >> 6) & 63) / 31.5 - 1
  const redGreen = ((header >> 12) & 63) / 31.5 - 1
  const blue = lightness - (2 / 3) * yellowBlue
  const red = (3 * lightness - blue + redGreen) / 2
  const green = red - redGreen
  const channel = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 255)
  return `rgb(${channel(red)} ${channel(green)} ${channel(blue)})`
}

let observer: IntersectionObserver | undefined

/**
 * Marks an element with `data-near` when it comes near the screen vertically, or with data saver onto it; in a row that scrolls
 * sideways, when its edge is visible. With data saver, entry-first.ts does the same until the scripts are loaded.
 */
function observeLazily(element: Element | null): void {
  if (!element) return
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRatio } of entries) {
        if (intersectionRatio === 0) continue
        target.setAttribute('data-near', '')
        observer?.unobserve(target)
      }
    },
    { rootMargin: isSavingData() ? '0px' : '200px 0px', threshold: [0, 0.01] },
  )
  observer.observe(element)
}

/** Properties of a `<picture className="photo">` whose image is loaded late (photo.css). */
export const lazily = { 'data-late': true, ref: observeLazily } as const
