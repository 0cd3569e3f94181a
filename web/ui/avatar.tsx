import { thumbnailUrl } from '#web/lib/media.ts'

interface AvatarProps {
  url: string | null
  name: string
  /** Pixels. */
  size?: number
}

function firstLetter(name: string): string {
  return Array.from(name.trim().normalize('NFC'))[0]?.toLocaleUpperCase('en') ?? '?'
}

/** A person's picture, or the first letter of the name. Decoration: the name is beside it, or labels its container. */
export function Avatar({ url, name, size = 40 }: AvatarProps) {
  const box = { width: size, height: size, fontSize: size * 0.42 }
  if (url) {
    return (
      <img
        src={thumbnailUrl(url)}
        alt=""
        width={size}
        height={size}
        style={box}
        loading="lazy"
        decoding="async"
        className="shrink-0 rounded-full bg-sunken object-cover"
      />
    )
  }
  return (
    <span
      aria-hidden
      style={box}
      className="inline-grid shrink-0 place-items-center rounded-full bg-brand-soft leading-none font-bold text-brand-ink select-none"
    >
      {firstLetter(name)}
    </span>
  )
}
