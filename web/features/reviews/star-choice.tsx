import { Star } from 'lucide-react'
import { useId, useState } from 'react'

const labels = ['Poor', 'Fair', 'Good', 'Very good', 'Excellent']

interface StarChoiceProps {
  /** 1 to 5; 0 before a choice. */
  value: number
  onChange: (stars: number) => void
}

/** Five stars as radio buttons: arrow keys select, the pointer previews, a label names the value. */
export function StarChoice({ value, onChange }: StarChoiceProps) {
  const [previewed, setPreviewed] = useState(0)
  const name = useId()
  const shown = previewed || value
  return (
    <fieldset className="text-center">
      <legend className="sr-only">Stars</legend>
      <div className="inline-flex" onPointerLeave={() => setPreviewed(0)}>
        {labels.map((word, index) => {
          const stars = index + 1
          return (
            <label
              key={word}
              className="relative grid size-13 cursor-pointer place-items-center rounded-control has-focus-visible:outline-3 has-focus-visible:-outline-offset-2 has-focus-visible:outline-brand"
              // Not on pointerenter: the dialog may slide in below a resting pointer.
              onPointerMove={({ pointerType }) => pointerType === 'mouse' && setPreviewed(stars)}
            >
              <input
                type="radio"
                name={name}
                value={stars}
                checked={value === stars}
                aria-label={`${stars} ${stars === 1 ? 'star' : 'stars'}: ${word}`}
                data-autofocus={stars === Math.max(1, value) || undefined}
                className="peer sr-only"
                onChange={() => onChange(stars)}
              />
              <Star
                strokeWidth={1.5}
                className={`size-9 transition motion-safe:peer-active:scale-90 ${stars <= shown ? 'fill-accent text-accent-ink' : 'fill-sunken text-line-strong'}`}
              />
            </label>
          )
        })}
      </div>
      <p aria-hidden className="mt-1 min-h-6 font-semibold">
        {labels[shown - 1] ?? <span className="font-normal text-muted">Tap a star to rate</span>}
      </p>
    </fieldset>
  )
}
