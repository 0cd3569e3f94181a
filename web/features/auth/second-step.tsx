import { type SubmitEvent, useState } from 'react'
import type { Contract } from '#shared/contract/index.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { api } from '#web/lib/api.ts'
import { codeOf, fieldErrorsOf, messageOf } from '#web/lib/errors.ts'
import { passkeyFailure, signInWithPasskey } from '#web/lib/passkey.ts'
import { appCodeIn, appCodeWanted, CodeField } from '#web/ui/code-field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { leaveFor } from './after-sign-in.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { PasskeyButton, SubmitButton } from './fields.tsx'

export type Methods = ResponseOf<Contract['GET /api/auth/second-factor']>['methods']

interface SecondStepProps {
  methods: Methods
  next: string | null
  /** Back to e-mail and password: by choice, or because the step expired, which `refusal` explains. */
  onRestart: (refusal?: unknown) => void
}

/** The step after the password: a code of the authenticator app, a passkey or a recovery code. */
export function SecondStep({ methods, next, onRestart }: SecondStepProps) {
  const [way, setWay] = useState<Methods[number]>(methods[0] ?? 'RECOVERY_CODE')
  const isApp = way === 'TOTP'
  const [code, setCode] = useState('')
  const [error, setError] = useState<string | null>(null)
  const failure = useFormFailure()
  const [busy, setBusy] = useState(false)

  async function finish(act: () => Promise<unknown>) {
    setError(null)
    failure.clear()
    setBusy(true)
    try {
      await act()
      await leaveFor(next, { title: 'Welcome back!' })
    } catch (refusal) {
      if (codeOf(refusal) === 'UNAUTHENTICATED') return onRestart(refusal)
      const wrong = fieldErrorsOf(refusal).find(({ path }) => path === 'code')
      if (wrong || codeOf(refusal) === 'INVALID_CODE') setError(wrong?.message ?? messageOf(refusal))
      else failure.show('Login failed', refusal, passkeyFailure(refusal) ?? 'Please try again')
    }
    setBusy(false)
  }

  const finishWithPasskey = () => void finish(() => signInWithPasskey({ alone: false }))

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (busy) return
    const entered = isApp ? appCodeIn(code) : code.trim()
    if (!entered) return setError(isApp ? appCodeWanted : 'Please enter a recovery code')
    void finish(() => api('POST /api/auth/second-factor', { body: { code: entered } }))
  }

  function choose(other: Methods[number]) {
    setWay(other)
    setCode('')
    setError(null)
    failure.clear()
  }

  return (
    <AuthFrame
      title="One more step"
      text={
        // Without a field, focus the instructions.
        <span
          key={way}
          ref={way === 'PASSKEY' ? takeFocus : undefined}
          tabIndex={-1}
          className="outline-none"
        >
          {methodMessages[way]}
        </span>
      }
    >
      {way === 'PASSKEY' ? (
        <>
          <FormFailure text={failure.text} className="mb-3" />
          <PasskeyButton busy={busy} onClick={finishWithPasskey} primary />
        </>
      ) : (
        <form method="post" onSubmit={submit} noValidate className="space-y-5">
          <CodeField
            key={way}
            first
            kind={isApp ? 'app' : 'recovery'}
            label={isApp ? 'Code from your app' : 'Recovery code'}
            value={code}
            onChange={(typed) => {
              setCode(typed)
              setError(null)
            }}
            error={error}
          />
          <SubmitButton busy={busy} failure={failure.text}>
            Continue
          </SubmitButton>
        </form>
      )}
      <ul className="mt-6 border-t border-line pt-3">
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
                  if (method === 'PASSKEY') finishWithPasskey()
                }}
              >
                {methodLabels[method]}
              </button>
            </li>
          ))}
        <li>
          <button type="button" className="link min-h-11" onClick={() => onRestart()}>
            Log in as somebody else
          </button>
        </li>
      </ul>
    </AuthFrame>
  )
}

const methodMessages: Record<Methods[number], string> = {
  TOTP: 'Open your authenticator app and enter the code that it shows for Oja.',
  PASSKEY: 'Your device asks for your fingerprint, your face or its PIN.',
  RECOVERY_CODE: 'Enter one of the recovery codes that you kept. It works once.',
}

const methodLabels: Record<Methods[number], string> = {
  TOTP: 'Use the authenticator app',
  PASSKEY: 'Use a passkey',
  RECOVERY_CODE: 'Use a recovery code',
}
