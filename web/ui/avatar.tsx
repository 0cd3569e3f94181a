import { Thumbnail } from './thumbnail.tsx'

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
