import { thumbnailUrl } from '#web/lib/media.ts'

interface ThumbnailProps {
  url: string
  /** Pixels. */
  size: number
  className: string
}

/** A small square picture, loaded near the screen. Decoration: what it shows is named beside it. */
export function Thumbnail({ url, size, className }: ThumbnailProps) {
  return (
    <img
      src={thumbnailUrl(url)}
      alt=""
      width={size}
      height={size}
      style={{ width: size, height: size }}
      loading="lazy"
      decoding="async"
      className={`shrink-0 bg-sunken object-cover ${className}`}
    />
  )
}

interface AvatarProps {
  url: string | null
  name: string
  /** Pixels. */
  size?: number
}

/** The first letter of a name, with its accents. */
function firstLetter(name: string): string {
  return Array.from(name.trim().normalize('NFC'))[0]?.toLocaleUpperCase('en') ?? '?'
}

/** A person's picture, or the first letter of the name. Decoration: the name is beside it, or labels its container. */
export function Avatar({ url, name, size = 40 }: AvatarProps) {
  if (url) return <Thumbnail url={url} size={size} className="rounded-full" />
  return (
    <span
      aria-hidden
      style={{ width: size, height: size, fontSize: size * 0.42 }}
      className="inline-grid shrink-0 place-items-center rounded-full bg-brand-soft leading-none font-bold text-brand-ink select-none"
    >
      {firstLetter(name)}
    </span>
  )
}
