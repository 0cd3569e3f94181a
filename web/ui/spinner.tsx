import { LoaderCircle } from 'lucide-react'

interface SpinnerProps {
  /** Pixels. */
  size?: number
  /** Accessible name of the awaited thing; without it the spinner is decoration. */
  label?: string
}

export function Spinner({ size = 20, label }: SpinnerProps) {
  return (
    <span role={label ? 'status' : undefined} className="inline-flex">
      <LoaderCircle size={size} className="animate-spin" />
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
