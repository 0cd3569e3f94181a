import { Heart as HeartIcon } from 'lucide-react'

interface HeartProps {
  saved: boolean
  /** It was pressed just now: a saved one leaps. */
  pressed: boolean
  /** Pixels. */
  size?: number
}

/** A heart, full when saved. Decoration: the button around it says what it does. */
export function Heart({ saved, pressed, size = 20 }: HeartProps) {
  return (
    <HeartIcon
      size={size}
      aria-hidden
      className={saved ? `fill-current text-danger ${pressed ? 'heart-leap' : ''}` : undefined}
    />
  )
}
