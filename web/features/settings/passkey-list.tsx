import { KeyRound, Plus } from 'lucide-react'
import { useState } from 'react'
import type { Passkey } from '#shared/contract/second-factor.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'

interface PasskeysProps {
  passkeys: Passkey[]
  busy: boolean
  onAdd: () => void
  onRemove: (passkey: Passkey) => Promise<void>
}

export function Passkeys({ passkeys, busy, onAdd, onRemove }: PasskeysProps) {
  const now = useNow()
  const removal = useDialogTarget<Passkey>()
  const [removing, setRemoving] = useState(false)

  async function remove(passkey: Passkey) {
    setRemoving(true)
    await onRemove(passkey)
    setRemoving(false)
    removal.close()
  }

  return (
    <>
      {passkeys.length > 0 && (
        <ul className="mb-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0">
              <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-muted">
                <KeyRound size={20} />
              </span>
              <div className="min-w-0 flex-1 basis-[5rem]">
                <p className="font-semibold break-words">{passkey.name}</p>
                <p className="text-sm text-muted">
                  {passkey.lastUsedAt
                    ? `Last used ${timeAgoInline(passkey.lastUsedAt, now)}`
                    : `Added ${timeAgoInline(passkey.createdAt, now)}`}
                </p>
              </div>
              <button
                type="button"
                className="button button-outline shrink-0 px-3 sm:px-4"
                aria-label={`Remove ${passkey.name}`}
                onClick={() => removal.ask(passkey)}
              >
                Remove
              </button>
            </li>
          ))}
        </ul>
      )}
      <BusyButton className="button button-outline" busy={busy} onClick={onAdd}>
        {!busy && <Plus size={18} />}
        Add a passkey
      </BusyButton>
      {removal.render((passkey, dialog) => (
        <ConfirmDialog
          {...dialog}
          onConfirm={() => void remove(passkey)}
          title="Remove this passkey?"
          description={`“${passkey.name}” will not log you in any more. Every other device is logged out.`}
          confirmLabel="Remove"
          destructive
          busy={removing}
        />
      ))}
    </>
  )
}
