import { KeyRound } from 'lucide-react'
import { Spinner } from '#web/ui/spinner.tsx'

interface PasskeyButtonProps {
  busy: boolean
  onClick: () => void
  primary?: boolean
}

export function PasskeyButton({ busy, onClick, primary }: PasskeyButtonProps) {
  return (
    <button
      type="button"
      className={`button w-full ${primary ? '' : 'button-outline'}`}
      aria-disabled={busy}
      onClick={() => busy || onClick()}
    >
      {busy ? <Spinner size={18} /> : <KeyRound size={18} />}
      {primary ? 'Use a passkey' : 'Sign in with a passkey'}
    </button>
  )
}
