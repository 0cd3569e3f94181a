import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { imeiDigits, imeiLength, imeiProblem } from '#shared/imei.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ImeiInput } from './imei-input.tsx'
import { ProofField } from './proof-field.tsx'

const write = 'POST /api/stolen-phones'

export function StolenPhoneForm() {
  const client = useQueryClient()
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const [proof, setProof] = useState('')
  const [details, setDetails] = useState('')
  const failure = useFormFailure()
  const text = plainLines(details)

  const send = useMutation({
    mutationFn: (imei: string) => api(write, { body: { imei, proof, details: text } }),
    async onSuccess() {
      await refreshChanged(client, write)
      showToast({ title: 'Report sent', description: 'A moderator looks at your proof. You get a mail.' })
      setTyped('')
      setProof('')
      setDetails('')
    },
    onError: (error) => failure.show('Not sent', error),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (send.isPending || !proof || !text) return
    failure.clear()
    const digits = imeiDigits(typed)
    const problem = imeiProblem(digits)
    setError(problem)
    if (!problem) send.mutate(digits)
  }

  return (
    <form onSubmit={submit} className="card max-w-2xl space-y-5 p-5 sm:p-6">
      <ImeiInput
        label="IMEI of the stolen phone"
        hint={`${imeiLength} digits. It stands on the box and the receipt, and in your Google or Apple account under the phone’s name.`}
        value={typed}
        onType={(value) => {
          setTyped(value)
          setError(null)
        }}
        error={error}
      />
      <ProofField value={proof} onChange={setProof} />
      <Field
        label="When and where was it stolen?"
        counter={`${details.length}/${limits.stolenPhone.details}`}
      >
        <textarea
          className="input field-sizing-content max-h-72 min-h-24"
          rows={3}
          maxLength={limits.stolenPhone.details}
          value={details}
          onChange={({ target }) => setDetails(target.value)}
        />
      </Field>
      <FormFailure text={failure.text} />
      <BusyButton
        type="submit"
        className="button"
        disabled={typed.trim() === '' || !proof || !text}
        busy={send.isPending}
      >
        Report as stolen
      </BusyButton>
    </form>
  )
}
