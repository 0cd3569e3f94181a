import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'

/** A password field with a button that shows its text. Accepts the props of an input. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [shown, setShown] = useState(false)
  const Icon = shown ? EyeOff : Eye
  return (
    <div className="relative">
      <input
        {...props}
        type={shown ? 'text' : 'password'}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        className="input pr-12"
      />
      <button
        type="button"
        className="absolute top-1/2 right-0.5 grid size-11 -translate-y-1/2 place-items-center rounded-control text-muted hover:text-ink"
        aria-label={shown ? 'Hide password' : 'Show password'}
        onClick={() => setShown(!shown)}
      >
        <Icon size={20} />
      </button>
    </div>
  )
}
