import type { AdminAppeal, AppealOutcome } from '#shared/contract/appeals.ts'
import { api } from '#web/lib/api.ts'
import { type AdminState, appealsQuery } from './admin-url.ts'
import { AppealRow, appealOutcomes } from './appeal-row.tsx'
import { FilterSelect } from './filter-select.tsx'
import { ListFrame } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useDialogTarget } from './use-dialog-target.tsx'
import { useFilters } from './use-filters.ts'
import { useList } from './use-list.ts'

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
  const { data, isPlaceholderData } = list
  const acts = useRowMutations<AdminAppeal>()
  const dialogTarget = useDialogTarget<{ appeal: AdminAppeal; outcome: AppealOutcome }>()
  const filters = useFilters(state)
  const rows = acts.shown(data?.items ?? [])

  function decide(appeal: AdminAppeal, outcome: AppealOutcome, answer: string) {
    dialogTarget.close()
    void acts.act({
      rows: [appeal],
      change: (row) => ({ ...row, outcome, answer }),
      endpoint: 'PATCH /api/admin/appeals/:id',
      call: () =>
        api('PATCH /api/admin/appeals/:id', { params: { id: appeal.id }, body: { outcome, answer } }),
      done: () => (outcome === 'UPHELD' ? 'Decision upheld' : 'Decision overturned'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <FilterSelect
          filters={filters}
          label="Outcome"
          name="outcome"
          options={[['', 'All'], ...appealOutcomes]}
          className="max-md:flex-1"
        />
        <Total total={data?.total} what="appeals" />
      </div>
      <ListFrame
        state={state}
        what="appeals"
        none={{
          title: 'No appeals yet',
          text: 'When somebody appeals a decision, you decide about it here.',
        }}
        list={list}
        isEmpty={rows.length === 0}
      >
        <Table
          caption="Appeals"
          wide
          stale={isPlaceholderData}
          head={<Heads titles={['ID', 'Decision', 'Their words', 'Status', 'Since']} actions />}
        >
          {rows.map((appeal) => (
            <AppealRow
              key={appeal.id}
              appeal={appeal}
              {...acts.markOf(appeal.id)}
              onDecide={(outcome) => dialogTarget.ask({ appeal, outcome })}
            />
          ))}
        </Table>
      </ListFrame>
      {dialogTarget.render(({ appeal, outcome }, dialog) => (
        <ReasonDialog
          {...dialog}
          {...dialogs[outcome]}
          onConfirm={(reason) => reason && decide(appeal, outcome, reason)}
          required
          hint="They get it by mail, and read it beside the decision."
        />
      ))}
    </>
  )
}
