import { Dialog } from '#web/ui/dialog.tsx'

const keys: [keys: string, what: string][] = [
  ['j', 'Next case'],
  ['k', 'Previous case'],
  ['x', 'Select, or no longer; then the keys act on all selected'],
  ['e', 'Dismiss: no rule is broken'],
  ['h', 'Hide the listing'],
  ['d or #', 'Delete the listing'],
  ['b', 'Ban the user, or the seller of the listing'],
  ['a', 'Actioned: it was dealt with elsewhere'],
  ['1 to 9, 0', 'Choose the reason; Enter or the same letter takes the marked one'],
  ['t', 'Take over what somebody else has'],
  ['o', 'Open what was reported in another tab'],
  ['Esc', 'Close the reasons; clear the selection'],
  ['?', 'These keys'],
]

interface KeysDialogProps {
  open: boolean
  onClose: () => void
  isOn: boolean
  onTurn: (on: boolean) => void
}

export function KeysDialog({ open, onClose, isOn, onTurn }: KeysDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="Keys" description="They rest while you type in a field.">
      <dl className="space-y-2 text-sm">
        {keys.map(([key, what]) => (
          <div key={key} className="flex gap-3">
            <dt className="w-24 shrink-0 font-mono font-semibold">{key}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <label className="mt-4 flex min-h-11 items-center gap-2.5 font-semibold">
        <input
          type="checkbox"
          className="size-4.5 accent-brand"
          checked={isOn}
          onChange={({ target }) => onTurn(target.checked)}
        />
        Use these keys on this device
      </label>
    </Dialog>
  )
}
