import { type SubmitEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { limits } from '#shared/limits.ts'
import { codeOf } from '#web/lib/errors.ts'
import { listen } from '#web/lib/events.ts'
import { BusyButton } from './busy-button.tsx'
import { CodeInput, noDigits } from './code-input.tsx'
import { Dialog } from './dialog.tsx'
import { EmailText } from './email-text.tsx'
import { FormFailure, useFormFailure } from './form-failure.tsx'
import { noteSent, type SentCode } from './sent-code.ts'
import { showToast } from './toast.ts'

interface CodeDialogProps {
  open: boolean
  onClose: () => void
  sent: SentCode
  /** Another code is being sent. */
  onSent: (sent: SentCode) => void
  /** Verifies the code; on rejection the dialog shows the error and stays open. */
  verify: (code: string) => Promise<void>
  resend: () => Promise<{ expiresIn: number; resendIn: number }>
  /** Where to find the code, as a sentence. */
  hint: string
  /** The address was mistyped: the caller closes the dialog and asks for another one. Absent if it cannot be changed here. */
  onWrongAddress?: () => void
  /** Title of the toast if no other code was sent. */
  resendFailure: 'Failed to resend code' | 'Failed to resend'
}

const asClock = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

export function CodeDialog(props: CodeDialogProps) {
  const { open, onClose, sent, onSent, verify, resend, hint, onWrongAddress, resendFailure } = props
  const id = useId()
  const form = useRef<HTMLFormElement>(null)
  const resendButton = useRef<HTMLButtonElement>(null)
  const [digits, setDigits] = useState(noDigits)
  const [refused, setRefused] = useState(false)
  const failure = useFormFailure()
  const [busy, setBusy] = useState<'verify' | 'resend' | null>(null)
  const expiresIn = useSecondsLeft(sent.sentAt + sent.expiresIn * 1000)
  const resendIn = useSecondsLeft(sent.sentAt + sent.resendIn * 1000)
  const expired = expiresIn <= 0

  // An expired code disables its boxes and Verify, which lose the focus: what is left to do takes it.
  useLayoutEffect(() => {
    if (expired && document.activeElement?.matches('body, :disabled')) resendButton.current?.focus()
  }, [expired])

  /** After a new or a refused code, typing restarts at the first box. */
  const startOver = () => form.current?.querySelector('input')?.focus()

  function empty() {
    setDigits(noDigits)
    setRefused(false)
    failure.clear()
  }

  function cancel() {
    empty()
    onClose()
  }

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const code = digits.join('')
    if (code.length < limits.code.digits) {
      setRefused(true)
      failure.showMessage('Invalid code', `Please enter a complete ${limits.code.digits}-digit code`)
      return
    }
    failure.clear()
    setBusy('verify')
    try {
      await verify(code)
    } catch (error) {
      failure.show('Verification failed', error, 'Invalid code. Please try again')
      // If the server did not check the digits, they are not marked as wrong.
      if (codeOf(error) === 'INVALID_CODE') {
        setRefused(true)
        startOver()
      }
    }
    setBusy(null)
  }

  async function onResend() {
    if (busy) return
    failure.clear()
    setBusy('resend')
    try {
      const fresh = noteSent(sent.to, await resend())
      // At once: the boxes of an expired code are disabled.
      flushSync(() => {
        onSent(fresh)
        empty()
      })
      startOver()
      showToast({ title: 'Code resent', description: `Look for it at ${sent.to}.` })
    } catch (error) {
      failure.show(resendFailure, error, 'Please try again')
    }
    setBusy(null)
  }

  return (
    <Dialog
      open={open}
      onClose={cancel}
      title="Enter your code"
      description={
        <>
          We sent a 6-digit code to{' '}
          <strong className="font-semibold text-ink">
            <EmailText text={sent.to} />
          </strong>
          . {hint}
        </>
      }
      footer={
        <>
          <button type="button" className="button button-outline" onClick={cancel}>
            Cancel
          </button>
          <BusyButton type="submit" form={id} className="button" disabled={expired} busy={busy === 'verify'}>
            Verify
          </BusyButton>
        </>
      }
    >
      <form ref={form} id={id} onSubmit={onSubmit} noValidate className="pt-2">
        <CodeInput
          digits={digits}
          disabled={expired}
          invalid={refused}
          onChange={(next) => {
            setDigits(next)
            setRefused(false)
            failure.clear()
          }}
        />
        <FormFailure text={failure.text} className="mt-3" />
        <div className="mt-3 flex min-h-11 flex-wrap items-center justify-between gap-x-4 text-sm">
          <span className={`tabular-nums ${expired ? 'font-semibold text-danger' : 'text-muted'}`}>
            {expired ? 'Code expired' : `Expires in ${asClock(expiresIn)}`}
          </span>
          <span role="status" className="sr-only">
            {expired ? 'The code has expired. Ask for another one.' : ''}
          </span>
          <BusyButton
            ref={resendButton}
            className="link inline-flex min-h-11 items-center gap-2 disabled:text-muted disabled:no-underline"
            disabled={resendIn > 0}
            busy={busy === 'resend'}
            onClick={onResend}
          >
            {resendIn > 0 ? `Resend in ${resendIn}s` : 'Resend code'}
          </BusyButton>
        </div>
        {onWrongAddress && (
          <button
            type="button"
            className="link min-h-11 text-sm"
            onClick={() => {
              empty()
              onWrongAddress()
            }}
          >
            Wrong address? Change it
          </button>
        )}
      </form>
    </Dialog>
  )
}

/** Whole seconds until a time (milliseconds since the epoch), at least 0. Correct after the phone has slept. */
function useSecondsLeft(deadline: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, 250)
    const stop = listen(document, 'visibilitychange', tick)
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [])
  return Math.max(0, Math.ceil((deadline - now) / 1000))
}
