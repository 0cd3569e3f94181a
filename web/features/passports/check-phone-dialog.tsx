import { useMutation } from '@tanstack/react-query'
import { Check, CircleAlert, Info } from 'lucide-react'
import { useState } from 'react'
import type { PhoneCheck } from '#shared/contract/passports.ts'
import { imeiDigits, imeiLength, imeiProblem } from '#shared/imei.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { ImeiInput } from './imei-input.tsx'

interface CheckPhoneDialogProps {
  listingId: number
  open: boolean
  onClose: () => void
}

/** Compares the IMEI of the phone in hand with the listing's, with stolen phones, and with phones sold here. */
export function CheckPhoneDialog({ listingId, open, onClose }: CheckPhoneDialogProps) {
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | null>(null)
  const failure = useFormFailure()
  const check = useMutation({
    mutationFn: (imei: string) =>
      api('POST /api/listings/:id/phone-check', { params: { id: listingId }, body: { imei } }),
    onError(error) {
      if (statusOf(error) === 401) location.assign(paths.loginThen(`${paths.listing(listingId)}?check=phone`))
      else failure.show('Not checked', error)
    },
  })

  function type(value: string) {
    setTyped(value)
    setError(null)
    check.reset()
  }

  function submit() {
    const digits = imeiDigits(typed)
    const problem = imeiProblem(digits)
    setError(problem)
    return problem ? undefined : check.mutateAsync(digits).catch(() => undefined)
  }

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title="Check this phone"
      description="Dial *#06# on the phone that you are offered, and type the number (IMEI) that it shows."
      submitLabel="Check"
      busyLabel={check.isPending ? 'Checking...' : undefined}
      ready={typed.trim() !== ''}
      failure={failure}
      onSubmit={submit}
    >
      <ImeiInput
        label="IMEI"
        hint={`${imeiLength} digits. It shows two numbers? Type the first. We do not keep what you type.`}
        value={typed}
        onType={type}
        error={error}
      />
      <div role="status">{check.data && <Result check={check.data} />}</div>
      <p className="text-sm text-muted">
        Your own phone was stolen?{' '}
        <a href={paths.stolenPhone} className="link">
          Report it
        </a>
      </p>
    </FormDialog>
  )
}

type Tone = 'good' | 'bad' | 'open'

const matches: Record<PhoneCheck['match'], [Tone, string, string]> = {
  SAME: ['good', 'Same phone.', 'This is the number that the seller entered.'],
  OTHER: [
    'bad',
    'Not the same phone.',
    'The seller entered another number. If *#06# shows two, check the other one too. Otherwise do not pay.',
  ],
  NOT_ENTERED: [
    'open',
    'We cannot compare it.',
    'The seller entered no number for this listing. Compare the phone with its box and receipt.',
  ],
}

function Result({ check: { match, isStolen, wasSold } }: { check: PhoneCheck }) {
  const lines: [Tone, string, string][] = [
    isStolen
      ? [
          'bad',
          'Reported stolen.',
          'Its owner showed our moderators proof. Do not pay. Leave, and report the listing.',
        ]
      : ['good', 'Not reported stolen here.', 'Not every theft is reported: ask for the receipt.'],
    matches[match],
    wasSold
      ? [
          'open',
          'Sold here before.',
          'Another listing of this phone was marked as sold. Ask for the receipt of that sale.',
        ]
      : ['good', 'Not sold here before.', 'No other listing of this phone was marked as sold.'],
  ]
  return (
    <ul aria-label="Result" className="space-y-2">
      {lines.map(([tone, title, text]) => (
        <li key={title} className="flex items-start gap-3">
          <Sign tone={tone} />
          <p>
            <strong className={tone === 'bad' ? 'text-danger' : ''}>{title}</strong> {text}
          </p>
        </li>
      ))}
    </ul>
  )
}

function Sign({ tone }: { tone: Tone }) {
  const className = 'mt-0.5 shrink-0'
  if (tone === 'bad') return <CircleAlert size={20} className={`${className} text-danger`} />
  if (tone === 'good') return <Check size={20} className={`${className} text-brand-ink`} />
  return <Info size={20} className={`${className} text-muted`} />
}
