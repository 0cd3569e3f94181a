import { useId } from 'react'
import type { Held } from '#shared/contract/held.ts'
import { api } from '#web/lib/api.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, heldQuery } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { HeldRow } from './held-row.tsx'
import { decisions, kinds } from './held-words.ts'
import { ListFrame } from './list-frame.tsx'
import { ReasonDialog } from './reason-dialog.tsx'
import { useRowActs } from './row-acts.ts'
import { StoppedList } from './stopped-list.tsx'
import { Heads, Table } from './table.tsx'
import { Total } from './total.tsx'
import { useAsking } from './use-asking.ts'
import { useGoing } from './use-going.ts'
import { useList } from './use-list.ts'

/** What was held back: what waits first, the longest wait leading. */
export function HeldTab({ state }: { state: AdminState }) {
  const list = useList(heldQuery(state))
  const { data, isPlaceholderData } = list
  const acts = useRowActs<Held>()
  const asking = useAsking<Held>()
  const { shown, go } = useGoing(state)
  const form = useId()
  const rows = acts.shown(data?.items ?? [])

  function decide(held: Held, decision: 'RELEASE' | 'REJECT', reason?: string) {
    asking.close()
    void acts.act({
      rows: [held],
      change: (row) => ({ ...row, decision, reason: reason ?? null }),
      call: () => api('PATCH /api/admin/held/:id', { params: { id: held.id }, body: { decision, reason } }),
      done: () => (decision === 'RELEASE' ? 'Released' : 'Rejected'),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch
          state={state}
          form={form}
          label="Search what was held back"
          placeholder="People, title, words or #id"
        />
        <FilterSelect
          label="Kind"
          name="kind"
          form={form}
          value={shown.kind ?? ''}
          options={[['', 'All kinds'], ...kinds]}
          onChoose={(kind) => go({ kind })}
          className="max-md:flex-1"
        />
        <FilterSelect
          label="Decision"
          name="decision"
          form={form}
          value={shown.decision ?? ''}
          options={[['', 'All decisions'], ...decisions]}
          onChoose={(decision) => go({ decision })}
          className="max-md:flex-1"
        />
        <Total total={data?.total} what="held-back items" className="max-md:w-full" />
      </div>
      <ListFrame
        state={state}
        what="held-back items"
        none={{
          title: 'Nothing is held back.',
          text: 'Listings and messages that a rule stops wait here for you.',
        }}
        list={list}
        isEmpty={rows.length === 0}
      >
        <Table
          caption="Held back"
          wide
          stale={isPlaceholderData}
          head={<Heads titles={['ID', 'What', 'Whose', 'Why', 'Status', 'Since']} actions />}
        >
          {rows.map((held) => (
            <HeldRow
              key={held.id}
              held={held}
              pending={acts.isPending(held.id)}
              failure={acts.failureOf(held.id)}
              onRelease={() => decide(held, 'RELEASE')}
              onReject={() => asking.ask(held)}
            />
          ))}
        </Table>
      </ListFrame>
      <StoppedList />
      {asking.about && (
        <ReasonDialog
          key={asking.time}
          open={asking.open}
          onClose={asking.close}
          onConfirm={(reason) => asking.about && decide(asking.about, 'REJECT', reason)}
          title={asking.about.kind === 'LISTING' ? 'Reject Listing' : 'Reject Message'}
          description={
            asking.about.kind === 'LISTING'
              ? `“${asking.about.listing.title}” stays hidden from everyone but its owner.`
              : 'The message is not delivered; only its sender sees it.'
          }
          confirmLabel="Reject"
          destructive
          hint="The owner gets it by mail, and reads it beside what was held back."
        />
      )}
    </>
  )
}
