import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Deal } from '#shared/contract/deals.ts'
import { limits } from '#shared/limits.ts'
import { koboToNaira, nairaToKobo } from '#shared/money.ts'
import { lgasOf, states } from '#shared/nigeria.ts'
import { plainLine } from '#shared/text.ts'
import { api, apiQuery, queryKeyOf } from '#web/lib/api.ts'
import { currentOf, fieldErrorsOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { serverTime } from '#web/lib/server-time.ts'
import { readDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { Field, Options } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { NairaInput, useNaira } from '#web/ui/naira-input.tsx'
import { fromInput, toInput } from './deal-texts.ts'

interface TermsDialogProps {
  open: boolean
  onClose: () => void
  threadId: number
  listingId: number
  /** Kobo, of an accepted offer: a new deal starts with it. */
  agreedPrice?: number | null
  /** Kobo: a new deal starts with it where no offer was accepted. Not read here, since a late answer would fill the field while somebody types. */
  listingPrice?: number | null
  isSeller: boolean
  /** The open deal for which other terms are proposed. */
  deal?: Deal | undefined
  /** The deal that ended, whose terms another one starts with. */
  ended?: Deal | undefined
  onProposed: (deal: Deal) => void
}

const safePlaces = ['In front of the police station', 'Inside a shopping mall', 'Inside a bank']

type Written = Partial<ReturnType<typeof valuesOf> & { reserves: boolean }>

/** Proposes a deal, or other terms for it: price, place and time. What was written stays on this device until it is proposed. */
export function TermsDialog(props: TermsDialogProps) {
  const { open, onClose, threadId, listingId, agreedPrice, isSeller, deal, ended, onProposed } = props
  const startPrice = agreedPrice ?? props.listingPrice
  const known = startPrice && !deal ? { price: koboToNaira(startPrice) } : {}
  const client = useQueryClient()
  const { data: listing } = useQuery({
    ...apiQuery('GET /api/listings/:id', { params: { id: listingId } }),
    enabled: open && !deal && !ended,
  })
  const draft = `deal:${deal ? deal.id : `in ${threadId} ${agreedPrice ?? ''}`}`
  const [written, setWritten] = useState(() => keptOf(draft, deal?.version))
  const values = { ...valuesOf(deal ?? ended ?? listing), ...known, reserves: reservesOf(deal), ...written }
  function set(change: Written) {
    const next = { ...written, ...change }
    setWritten(next)
    writeDraftText(draft, JSON.stringify({ ...next, version: deal?.version }))
  }
  const failure = useFormFailure()
  const meetsAt = fromInput(values.time)
  const naira = useNaira(values.price, (price) => set({ price }))
  const price = nairaToKobo(values.price ?? 0)

  const send = useMutation({
    mutationFn: () => {
      const body = {
        price,
        place: plainLine(values.place),
        state: values.state,
        lga: values.lga,
        meetsAt: meetsAt ?? '',
        reserves: values.reserves,
      }
      return deal
        ? api('PATCH /api/deals/:id', { params: { id: deal.id }, body: { ...body, version: deal.version } })
        : api('POST /api/threads/:id/deals', { params: { id: threadId }, body })
    },
    onSuccess(proposed) {
      client.setQueryData(queryKeyOf('GET /api/deals/:id', { params: { id: proposed.id } }), proposed)
      void refreshChanged(client, 'PATCH /api/deals/:id')
      setWritten({})
      writeDraftText(draft, '')
      onClose()
      onProposed(proposed)
    },
    onError(error) {
      const current = currentOf<Deal>(error)
      if (current)
        client.setQueryData(queryKeyOf('GET /api/deals/:id', { params: { id: current.id } }), current)
      void refreshChanged(client, 'PATCH /api/deals/:id')
      failure.show('Not proposed', error)
    },
  })
  const errorOf = (field: string) => fieldErrorsOf(send.error).find(({ path }) => path === field)?.message

  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={deal ? 'Suggest changes' : 'Propose a deal'}
      description={
        deal?.status === 'ACCEPTED'
          ? 'The other person has to accept the change. Until then nothing is agreed.'
          : 'Price, place and time. It counts once the other person accepts it.'
      }
      submitLabel="Propose"
      busyLabel={send.isPending ? 'Sending...' : undefined}
      ready={price > 0 && plainLine(values.place) !== '' && values.lga !== '' && meetsAt !== null}
      failure={failure}
      onSubmit={() => send.mutateAsync().catch(() => undefined)}
    >
      <Field label="Price (₦)" error={errorOf('price')} hint={naira.hint}>
        <NairaInput field={naira.field} />
      </Field>
      <Field label="Day and time" error={errorOf('meetsAt')}>
        <input
          type="datetime-local"
          className="input"
          value={values.time}
          onChange={({ target }) => set({ time: target.value })}
        />
      </Field>
      <Field
        label="Place"
        error={errorOf('place')}
        hint={
          <>
            {safePlaces.includes(values.place)
              ? 'Add its name or street, so that you both find it.'
              : 'Meet by day, where other people are.'}{' '}
            <a href={paths.safety} target="_blank" className="link" rel="noopener">
              Meeting safely
            </a>
          </>
        }
      >
        <input
          type="text"
          className="input"
          autoComplete="off"
          maxLength={limits.deal.place.max}
          value={values.place}
          onChange={({ target }) => set({ place: target.value })}
        />
      </Field>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-2 text-sm text-muted">
          {values.lga ? `Safe places in ${values.lga}` : 'Safe places'}
        </legend>
        {safePlaces.map((place) => (
          <button
            key={place}
            type="button"
            className="chip"
            aria-pressed={values.place === place}
            onClick={() => set({ place })}
          >
            {place}
          </button>
        ))}
      </fieldset>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="State" error={errorOf('state')}>
          <select
            className="input"
            value={values.state}
            onChange={({ target }) => set({ state: target.value, lga: '' })}
          >
            <option value="">Select a state</option>
            <Options of={states} />
          </select>
        </Field>
        <Field label="LGA" error={errorOf('lga')}>
          <select className="input" value={values.lga} onChange={({ target }) => set({ lga: target.value })}>
            <option value="">Select an LGA</option>
            <Options of={lgasOf(values.state)} />
          </select>
        </Field>
      </div>
      {isSeller && (
        <label className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            className="size-4.5 accent-brand"
            checked={values.reserves}
            onChange={({ target }) => set({ reserves: target.checked })}
          />
          Show my listing as reserved once it is agreed
        </label>
      )}
    </FormDialog>
  )
}

/** What was written and not proposed; nothing once the deal has other terms, or the time that was written is over. */
function keptOf(draft: string, version: number | undefined): Written {
  const { version: of, ...written }: Written & { version?: number } = JSON.parse(readDraft(draft) ?? '{}')
  const meetsAt = fromInput(written.time ?? '')
  const isOver = meetsAt !== null && Date.parse(meetsAt) < serverTime()
  return of === version && !isOver ? written : {}
}

/** What the form starts with: the present terms, or the listing's price and place. */
function valuesOf(
  from: (Pick<Deal, 'price' | 'state' | 'lga'> & Partial<Pick<Deal, 'place' | 'meetsAt'>>) | undefined,
) {
  return {
    price: from && koboToNaira(from.price),
    place: from?.place ?? '',
    state: from?.state ?? '',
    lga: from?.lga ?? '',
    time: from?.meetsAt ? toInput(Date.parse(from.meetsAt)) : '',
  }
}

/** Whether the deal reserves the listing. Only sellers choose; yes until they do. */
const reservesOf = (deal: Deal | undefined) =>
  !deal || deal.reserves || (deal.status === 'PROPOSED' && deal.proposedBy === deal.buyer.id)
