import { useId } from 'react'

interface SwitchProps {
  label: string
  text: string
  checked: boolean
  onChange: (checked: boolean) => void
}

/** A switch as a row with a large touch target. */
export function Switch({ label, text, checked, onChange }: SwitchProps) {
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="-mx-3 flex min-h-14 cursor-pointer items-center gap-4 rounded-control px-3 py-2 hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{label}</span>
        <span id={`${id}-text`} className="block text-sm text-muted">
          {text}
        </span>
      </span>
      <SwitchInput id={id} label={label} describedBy={`${id}-text`} checked={checked} onChange={onChange} />
    </label>
  )
}

interface SwitchInputProps {
  id?: string
  label: string
  describedBy: string
  checked: boolean
  onChange: (checked: boolean) => void
}

export function SwitchInput({ id, label, describedBy, checked, onChange }: SwitchInputProps) {
  return (
    <input
      id={id}
      type="checkbox"
      role="switch"
      checked={checked}
      aria-checked={checked}
      aria-label={label}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.checked)}
      className="relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-full bg-line-strong transition-colors duration-150 before:absolute before:top-1 before:left-1 before:size-5 before:rounded-full before:bg-surface before:shadow-flat before:transition-transform before:duration-150 checked:bg-brand checked:before:translate-x-5"
    />
  )
}
