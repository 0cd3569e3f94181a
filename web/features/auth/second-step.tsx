import { type SubmitEvent, useState } from 'react'
import type { Contract } from '#shared/contract/index.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, messageOf } from '#web/lib/errors.ts'
import { passkeyFailure, signInWithPasskey } from '#web/lib/passkey.ts'
import { Field } from '#web/ui/field.tsx'
import { showToast } from '#web/ui/toast.ts'
import { leaveFor } from './after-sign-in.ts'
import { PasskeyButton } from './passkey-button.tsx'
import { SubmitButton } from './submit-button.tsx'

export type Methods = ResponseOf<Contract['GET /api/auth/second-factor']>['methods']

interface SecondStepProps {
  methods: Methods
  next: string | null
  /** Back to e-mail and password: by choice, or since this took too long. */
  onRestart: () => void
}

/** What is asked for next has the focus as soon as it is there. */
const takeFocus = (element: HTMLElement | null) => element?.focus()

/** After the password: a code of the authenticator app, a passkey or a recovery code. */
export function SecondStep({ methods, next, onRestart }: SecondStepProps) {
  const [way, setWay] = useState<Methods[number]>(methods[0] ?? 'RECOVERY_CODE')
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  async function finish(act: () => Promise<unknown>) {
    setBusy(true)
    try {
      await act()
      leaveFor(next, { title: 'Welcome back!' })
      // The button waits until the page is gone.
      await new Promise(() => undefined)
    } catch (failure) {
      const description = passkeyFailure(failure) ?? messageOf(failure, 'Please try again')
      if (codeOf(failure) === 'INVALID_CODE') setError(description)
      else showToast({ title: 'Login failed', description, tone: 'failure' })
      if (codeOf(failure) === 'UNAUTHENTICATED') onRestart()
    }
    setBusy(false)
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const isWrong = way === 'TOTP' ? !/^\d{6}$/.test(code.replace(/\s/g, '')) : code.trim() === ''
    if (isWrong)
      return setError(
        way === 'TOTP' ? 'Please enter the 6 digits that your app shows' : 'Please enter a recovery code',
      )
    void finish(() => api('POST /api/auth/second-factor', { body: { code } }))
  }

  function choose(other: Methods[number]) {
    setWay(other)
    setCode('')
    setError(null)
  }

  return (
    <div className="space-y-5">
      <div>
        <h2
          ref={way === 'PASSKEY' ? takeFocus : undefined}
          tabIndex={-1}
          className="text-xl font-bold outline-none"
        >
          One more step
        </h2>
        <p className="mt-1 text-muted">
          {way === 'TOTP' && 'Open your authenticator app and enter the code that it shows for Oja.'}
          {way === 'RECOVERY_CODE' && 'Enter one of the recovery codes that you kept. It works once.'}
          {way === 'PASSKEY' && 'Your device asks for your fingerprint, your face or its PIN.'}
        </p>
      </div>
      {way === 'PASSKEY' ? (
        <PasskeyButton busy={busy} onClick={() => void finish(signInWithPasskey)} primary />
      ) : (
        <form method="post" onSubmit={submit} noValidate className="space-y-5">
          {way === 'TOTP' ? (
            <Field key={way} label="Code from your app" error={error}>
              <input
                ref={takeFocus}
                value={code}
                onChange={(event) => {
                  setCode(event.target.value)
                  setError(null)
                }}
                inputMode="numeric"
                autoComplete="one-time-code"
                maxLength={7}
                className="input text-xl tracking-widest tabular-nums"
              />
            </Field>
          ) : (
            <Field key={way} label="Recovery code" error={error}>
              <input
                ref={takeFocus}
                value={code}
                onChange={(event) => {
                  setCode(event.target.value)
                  setError(null)
                }}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={60}
                className="input font-mono"
              />
            </Field>
          )}
          <SubmitButton busy={busy}>Continue</SubmitButton>
        </form>
      )}
      <ul className="space-y-1 border-t border-line pt-3">
        {methods
          .filter((method) => method !== way)
          .map((method) => (
            <li key={method}>
              <button
                type="button"
                className="link min-h-11"
                disabled={busy}
                onClick={() => {
                  choose(method)
                  if (method === 'PASSKEY') void finish(signInWithPasskey)
                }}
              >
                {wayWords[method]}
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="link min-h-11" onClick={onRestart}>
            Log in as somebody else
          </button>
        </li>
      </ul>
    </div>
  )
}

const wayWords: Record<Methods[number], string> = {
  TOTP: 'Use the authenticator app',
  PASSKEY: 'Use a passkey',
  RECOVERY_CODE: 'Use a recovery code',
}
