import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Camera } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { imeiDigits, imeiLength, imeiProblem } from '#shared/imei.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/errors.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { sendPicture } from '#web/lib/send-picture.ts'
import { useDraft } from '#web/lib/text-drafts.ts'
import { UploadError } from '#web/lib/upload.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { FormFailure, useFormFailure } from '#web/ui/form-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { ImeiInput } from './imei-input.tsx'

const write = 'POST /api/stolen-phones'

export function StolenPhoneForm() {
  const client = useQueryClient()
  const [typed, setTyped] = useDraft('stolen-phone:imei')
  const [error, setError] = useState<string | null>(null)
  const [proof, setProof] = useState('')
  const [details, setDetails] = useDraft('stolen-phone:details')
  const imeiField = useRef<HTMLInputElement>(null)
  const detailsField = useRef<HTMLTextAreaElement>(null)
  const failure = useFormFailure()
  const text = plainLines(details)

  // What was typed before the page was interactive.
  useEffect(() => {
    if (imeiField.current?.value) setTyped(imeiField.current.value)
    if (detailsField.current?.value) setDetails(detailsField.current.value)
  }, [setTyped, setDetails])

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
        ref={imeiField}
        label="IMEI of the stolen phone"
        hint={`${imeiLength} digits. It is printed on the box and the receipt, and in your Google or Apple account under the phone’s name.`}
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
          ref={detailsField}
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

interface ProofFieldProps {
  /** Address of the uploaded picture; empty without one. */
  value: string
  onChange: (url: string) => void
}

/** The picture that proves whose a phone is: uploaded as soon as it is chosen. */
function ProofField({ value, onChange }: ProofFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [share, setShare] = useState<number | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => () => running.current?.abort(), [])

  async function upload(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setShare(0)
    setProblem(null)
    onChange('')
    try {
      onChange(await sendPicture(file, signal, setShare))
    } catch (error) {
      if (signal.aborted) return
      const said = error instanceof UploadError ? error.said : undefined
      setProblem(`The photo was not uploaded. ${said ?? messageOf(error, 'Please choose it again.')}`)
    }
    if (!signal.aborted) setShare(null)
  }

  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-semibold">Photo of the receipt or the box</legend>
      <div className="flex items-center gap-3">
        {value && (
          <img
            src={value}
            alt="Your proof"
            className="size-16 shrink-0 rounded-control bg-sunken object-cover"
          />
        )}
        <button type="button" className="button button-outline" onClick={() => input.current?.click()}>
          {share === null ? <Camera size={18} /> : <Spinner size={18} label="Uploading" />}
          {share !== null ? `${Math.round(share * 100)}%` : value ? 'Change the photo' : 'Add a photo'}
        </button>
      </div>
      <p role="status" className={`mt-1.5 text-sm ${problem ? 'text-danger' : 'text-muted'}`}>
        {problem ?? 'It must show the IMEI. A police report is fine too. Only our moderators see it.'}
      </p>
      <FileInput
        ref={input}
        onFiles={([file]) => {
          if (file) void upload(file)
        }}
      />
    </fieldset>
  )
}
