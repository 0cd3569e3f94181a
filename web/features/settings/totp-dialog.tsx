import { Copy } from 'lucide-react'
import { type SubmitEvent, useId, useState } from 'react'
import { encode } from 'uqr'
import { api } from '#web/lib/api.ts'
import { codeOf, fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { withPassword } from '#web/lib/with-password.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { appCodeIn, appCodeWanted, CodeField } from '#web/ui/code-field.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { copyText } from './copy-text.ts'

interface TotpDialogProps {
  open: boolean
  onClose: () => void
  /** The secret as text, and as the URL in the QR code. */
  setup: { secret: string; uri: string }
  /** Called when it is on, with recovery codes if there were none before. */
  onDone: (recoveryCodes: string[] | null) => void
}

/** Shows the secret for an authenticator app, and verifies its first code. */
export function TotpDialog({ open, onClose, setup, onDone }: TotpDialogProps) {
  const id = useId()
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const failure = useFormFailure()
  const [busy, setBusy] = useState(false)

  function forgetFailure() {
    setError(null)
    failure.clear()
  }

  function close() {
    forgetFailure()
    setCode('')
    onClose()
  }

  async function submit(event: SubmitEvent) {
    event.preventDefault()
    const digits = appCodeIn(code)
    if (!digits) return setError(appCodeWanted)
    forgetFailure()
    setBusy(true)
    try {
      const { recoveryCodes } = await withPassword(() =>
        api('POST /api/settings/totp/confirm', { body: { code: digits } }),
      )
      onDone(recoveryCodes)
    } catch (refusal) {
      if (codeOf(refusal) === 'INVALID_CODE' || fieldErrorsOf(refusal).length > 0)
        setError(messageOf(refusal))
      else failure.show('Authenticator app not set up', refusal, 'Please check your connection and try again')
    }
    setBusy(false)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title="Set up an authenticator app"
      description="Scan this with an app such as Google Authenticator, Microsoft Authenticator or 2FAS. Then enter the code that it shows."
      footer={
        <>
          <button type="button" className="button button-outline" onClick={close}>
            Cancel
          </button>
          <BusyButton type="submit" form={id} className="button" busy={busy}>
            Turn on
          </BusyButton>
        </>
      }
    >
      <form id={id} onSubmit={submit} noValidate className="space-y-4 pt-2">
        <QrCode text={setup.uri} label="QR code for your authenticator app" />
        <div>
          <p className="text-sm text-muted">On this phone? Type or paste this key into the app:</p>
          <div className="mt-1.5 flex items-center gap-2">
            <code className="min-w-0 flex-1 rounded-control bg-sunken px-3 py-2.5 font-mono text-sm break-words">
              {setup.secret.replace(/(.{4})(?=.)/g, '$1 ')}
            </code>
            <button
              type="button"
              className="button button-outline button-icon shrink-0"
              aria-label="Copy the key"
              onClick={() => void copyText(setup.secret, 'Key copied')}
            >
              <Copy size={18} />
            </button>
          </div>
        </div>
        <CodeField
          kind="app"
          label="Code from the app"
          value={code}
          onChange={(typed) => {
            setCode(typed)
            setError(null)
          }}
          error={error}
        />
        <FormFailure text={failure.text} />
      </form>
    </Dialog>
  )
}

/** A text as a QR code: dark on light in both themes, which is what cameras expect. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-52 rounded-card border border-line"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={squares.join('')} fill="#000" />
    </svg>
  )
}
