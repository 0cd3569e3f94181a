import { useDataSaver } from '#web/lib/data-saver.tsx'
import { thumbnailUrl } from '#web/lib/media.ts'
import { lazily } from './photo.tsx'

interface AvatarProps {
  url: string | null
  name: string
  /** Pixels. */
  size?: number
}

function firstLetter(name: string): string {
  return Array.from(name.trim().normalize('NFC'))[0]?.toLocaleUpperCase('en') ?? '?'
}

/** A person's picture, with data saver loaded when it is visible, or the first letter of the name. Decoration: the name is beside it, or labels its container. */
export function Avatar({ url, name, size = 40 }: AvatarProps) {
  const [saving] = useDataSaver()
  const box = { width: size, height: size, fontSize: size * 0.42 }
  if (url) {
    return (
      <picture className="photo shrink-0 rounded-full bg-sunken" style={box} {...(saving && lazily)}>
        <img
          src={thumbnailUrl(url)}
          alt=""
          width={size}
          height={size}
          style={box}
          loading="lazy"
          decoding="async"
          className="shrink-0 rounded-full object-cover"
        />
      </picture>
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
