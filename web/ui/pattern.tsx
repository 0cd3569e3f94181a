interface PatternProps {
  /** Sets colour (the pattern uses the text colour), opacity and position; usually `absolute inset-0`. */
  className?: string
}

/** A resist-dyed cloth in line (pattern.css): rings, seeds and combed squares in a repeat of 96 px. Decoration. */
export function AdirePattern({
  className = 'absolute inset-0 size-full text-brand opacity-10',
}: PatternProps) {
  return <div aria-hidden="true" className={`adire ${className}`} />
}
