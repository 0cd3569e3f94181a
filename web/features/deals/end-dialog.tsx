import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Deal } from '#shared/contract/deals.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { api, queryKeyOf } from '#web/lib/api.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'

interface EndDialogProps {
  deal: Deal
  open: boolean
  onClose: () => void
  /** Label of the button that opens the dialog, such as 'Decline'. */
  act: string
}

const reasons = ['I cannot come', 'The price does not suit me', 'I changed my mind']

/** Ends a deal. The reason stays on this device until it is sent. */
export function EndDialog({ deal, open, onClose, act }: EndDialogProps) {
  const client = useQueryClient()
  const draft = `end of deal:${deal.id}`
  const [reason, setReason] = useDraft(draft)
  const failure = useFormFailure()
  const end = useMutation({
    mutationFn: () =>
      api('POST /api/deals/:id/end', {
        params: { id: deal.id },
        body: { version: deal.version, reason: plainLines(reason) },
      }),
    onSuccess(ended) {
      writeDraftText(draft, '')
      client.setQueryData(queryKeyOf('GET /api/deals/:id', { params: { id: deal.id } }), ended)
      onClose()
    },
    onError: (error) => failure.show('Not done', error),
    onSettled: () => refreshChanged(client, 'POST /api/deals/:id/end'),
  })
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={`${act} this deal?`}
      description="The other person reads your reason."
      submitLabel={act}
      cancelLabel="Keep it"
      busyLabel={end.isPending ? 'Sending...' : undefined}
      ready={plainLines(reason) !== ''}
      destructive
      failure={failure}
      onSubmit={() => end.mutateAsync().catch(() => undefined)}
    >
      <div className="flex flex-wrap gap-2">
        {reasons.map((text) => (
          <button
            key={text}
            type="button"
            className="chip"
            aria-pressed={reason === text}
            onClick={() => setReason(text)}
          >
            {text}
          </button>
        ))}
      </div>
      <Field label="Reason" counter={`${reason.length}/${limits.deal.reason.max}`}>
        <textarea
          className="input field-sizing-content max-h-72 min-h-24"
          rows={3}
          maxLength={limits.deal.reason.max}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      </Field>
    </FormDialog>
  )
}
