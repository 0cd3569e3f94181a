import { Heart as HeartIcon } from 'lucide-react'

interface HeartProps {
  saved: boolean
  /** It was just pressed: a saved heart is animated. */
  pressed: boolean
  /** Pixels. */
  size?: number
}

/** A heart, filled when saved. Decoration: the button around it has the label. */
export function Heart({ saved, pressed, size = 20 }: HeartProps) {
  return (
    <HeartIcon
      size={size}
      aria-hidden
      className={saved ? `fill-current text-danger ${pressed ? 'heart-leap' : ''}` : undefined}
    />
  )
}
