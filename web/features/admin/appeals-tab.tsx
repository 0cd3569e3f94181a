import { Check, Undo2 } from 'lucide-react'
import { Link } from 'wouter'
import type { AdminAppeal, AppealableAct, AppealOutcome, DecisionTopic } from '#shared/contract/appeals.ts'
import { ruleTitle } from '#shared/rules.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { type AdminState, adminListingPath, adminUserPath, appealsQuery } from './admin-url.ts'
import { FilterSelect, useFilters } from './filters.tsx'
import { ListTable, useList } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { RowButton } from './row-button.tsx'
import { type RowMark, useRowMutations } from './row-mutations.ts'
import { RowFailure, wideCell, wideRow } from './table.tsx'
import { momentOf } from './texts.ts'
import { Total } from './total.tsx'
import { ActionsCell, DecisionCells, IdCell } from './wide-cells.tsx'

const dialogs = {
  UPHELD: {
    title: 'Uphold Decision',
    description: 'The decision stays, and this is the end of the appeal.',
    confirmLabel: 'Uphold',
  },
  OVERTURNED: {
    title: 'Overturn Decision',
    description:
      'It is taken back: the listing, message or account comes back, and listings get their lost time back.',
    confirmLabel: 'Overturn',
  },
}

/** Appeals against decisions: open ones first, oldest first. */
export function AppealsTab({ state }: { state: AdminState }) {
  const list = useList(appealsQuery(state))
  const { data } = list
  const mutations = useRowMutations<AdminAppeal>()
  const dialogTarget = useDialogTarget<{ appeal: AdminAppeal; outcome: AppealOutcome }>()
  const rows = mutations.shown(data?.items ?? [])
  const { form } = useFilters()

  function decide(appeal: AdminAppeal, outcome: AppealOutcome, answer: string) {
    dialogTarget.close()
    void mutations.run({
      rows: [appeal],
      change: (row) => ({ ...row, outcome, answer }),
      endpoint: 'PATCH /api/admin/appeals/:id',
      call: () =>
        api('PATCH /api/admin/appeals/:id', { params: { id: appeal.id }, body: { outcome, answer } }),
      successText: () => (outcome === 'UPHELD' ? 'Decision upheld' : 'Decision overturned'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <FilterSelect
          label="Outcome"
          name="outcome"
          options={[['', 'All'], ...appealOutcomes]}
          className="max-md:flex-1"
        />
        {/* In other lists the filters belong to the form of the search. */}
        <noscript>
          <form id={form} method="get" action={paths.admin}>
            <input type="hidden" name="tab" value={state.tab} />
            <button type="submit" className="button button-outline">
              Show
            </button>
          </form>
        </noscript>
        <Total total={data?.total} exact={data?.exact} what="appeals" />
      </div>
      <ListTable
        caption="Appeals"
        what="appeals"
        none={{
          title: 'No appeals yet',
          text: 'When somebody appeals a decision, you decide about it here.',
        }}
        list={list}
        titles={['ID', 'Decision', 'Their words', 'Status', 'Since']}
        actions
        wide
      >
        {rows.map((appeal) => (
          <AppealRow
            key={appeal.id}
            appeal={appeal}
            {...mutations.markOf(appeal.id)}
            onDecide={(outcome) => dialogTarget.ask({ appeal, outcome })}
          />
        ))}
      </ListTable>
      {dialogTarget.render(({ appeal, outcome }, dialog) => (
        <ReasonDialog
          {...dialog}
          {...dialogs[outcome]}
          onConfirm={({ reason }) => reason && decide(appeal, outcome, reason)}
          required
          hint="They get it by mail, and read it beside the decision."
        />
      ))}
    </>
  )
}

const actNames: Record<AppealableAct, string> = {
  HIDE: 'Hid listing',
  REJECT: 'Rejected',
  DELETE: 'Deleted listing',
  BAN: 'Banned user',
  WAIT: 'Messages wait',
}

const topicNames: Record<DecisionTopic, string> = {
  LISTING: 'listing',
  PHOTO: 'photo of',
  ACCOUNT: 'account',
  MESSAGE: 'message',
  MESSAGES: 'messages of',
}

const outcomeNames: Record<AppealOutcome | 'OPEN', string> = {
  OPEN: 'Waiting',
  UPHELD: 'Upheld',
  OVERTURNED: 'Overturned',
}
const appealOutcomes = Object.entries(outcomeNames)

const outcomeBadge = { OPEN: 'badge badge-accent', UPHELD: 'badge', OVERTURNED: 'badge badge-brand' }

interface AppealRowProps extends RowMark {
  appeal: AdminAppeal
  onDecide: (outcome: AppealOutcome) => void
}

function AppealRow({ appeal, pending, failure, onDecide }: AppealRowProps) {
  const { id, text, appellant, outcome, answer, mayDecide, act } = appeal
  const isOpen = outcome === null
  return (
    <tr aria-busy={pending} className={`${wideRow} align-top`}>
      <IdCell id={id} />
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-72`}>
        <p>
          <span className="font-semibold">
            {actNames[act.action]}
            {act.action === 'REJECT' && ` ${topicNames[act.about]}`}
          </span>{' '}
          <Link
            href={act.listingId === null ? adminUserPath(appellant.id) : adminListingPath(act.listingId)}
            className="leading-6 hover:underline"
          >
            {act.label}
          </Link>
        </p>
        {act.reason && <p className="mt-0.5 whitespace-pre-line text-muted">“{act.reason}”</p>}
        {act.rule && <p className="mt-0.5 text-muted">Rule: {ruleTitle(act.rule)}</p>}
        <p className="mt-0.5 text-xs text-muted">
          {act.admin?.fullName ?? 'A rule'}, {momentOf(act.createdAt)}
          {isOpen && !act.stands && '. Taken back meanwhile'}
        </p>
      </td>
      <td className={`${wideCell} max-lg:order-2 max-lg:col-span-3 lg:max-w-96`}>
        <Link
          href={paths.user(appellant.id)}
          className="inline-block leading-6 font-semibold hover:underline"
        >
          {appellant.fullName}
        </Link>
        <p className="whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
        {answer && <p className="mt-0.5 whitespace-pre-line text-muted">Answer: “{answer}”</p>}
        {isOpen && !mayDecide && (
          <p className="mt-0.5 text-sm text-muted">
            This decision is yours, or about you. Another administrator decides about the appeal.
          </p>
        )}
        <RowFailure {...failure} />
      </td>
      <DecisionCells
        {...appeal}
        badge={outcomeBadge[outcome ?? 'OPEN']}
        name={outcomeNames[outcome ?? 'OPEN']}
      />
      <ActionsCell settled={!isOpen}>
        <RowButton
          Icon={Check}
          label="Uphold"
          of={`appeal ${id}`}
          disabled={!mayDecide}
          pending={pending}
          onClick={() => onDecide('UPHELD')}
        />
        <RowButton
          Icon={Undo2}
          label="Overturn"
          of={`appeal ${id}`}
          disabled={!mayDecide}
          pending={pending}
          onClick={() => onDecide('OVERTURNED')}
        />
      </ActionsCell>
    </tr>
  )
}
