import { useQuery } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { QueueItem } from '#shared/contract/moderation-queue.ts'
import { formatCount } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { shortDate } from '#web/lib/dates.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminUserPath, queueQuery, stoppedQuery } from './admin-url.ts'
import { FilterSelect } from './filters.tsx'
import { ListTable, useList } from './list-frame.tsx'
import { decisionName, decisionNames, kindNames, quotaMessages, rejection } from './queue-messages.ts'
import { QueueRow } from './queue-row.tsx'
import { type ActionReason, ReasonDialog } from './reason-dialog.tsx'
import { useRowMutations } from './row-mutations.ts'
import { Total } from './total.tsx'

/** The review queue: open items first, oldest first. */
export function QueueTab({ state }: { state: AdminState }) {
  const list = useList(queueQuery(state))
  const { data } = list
  const mutations = useRowMutations<QueueItem>()
  const dialogTarget = useDialogTarget<QueueItem>()
  const rows = mutations.shown(data?.items ?? [])

  function decide(item: QueueItem, decision: 'RELEASE' | 'REJECT', why: ActionReason = {}) {
    dialogTarget.close()
    void mutations.run({
      rows: [item],
      change: (row) => ({ ...row, decision, reason: why.reason ?? null }),
      endpoint: 'PATCH /api/admin/held/:id',
      call: () =>
        api('PATCH /api/admin/held/:id', {
          params: { id: item.id },
          body: { decision, ...why, version: item.listing?.version },
        }),
      successText: () => decisionName({ kind: item.kind, decision }),
    })
  }

  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch label="Search what was held back" placeholder="People, title, words or #id" />
        <FilterSelect
          label="Kind"
          name="kind"
          options={[['', 'All kinds'], ...Object.entries(kindNames)]}
          className="max-md:flex-auto"
        />
        <FilterSelect
          label="Decision"
          name="decision"
          options={[['', 'All decisions'], ...Object.entries(decisionNames)]}
          className="max-md:flex-auto"
        />
        <Total total={data?.total} exact={data?.exact} what="held-back items" className="max-md:w-full" />
      </div>
      <ListTable
        caption="Held back"
        what="held-back items"
        none={{
          title: 'Nothing is held back.',
          text: 'Listings, messages, photos and reviews that a rule stops wait here for you.',
        }}
        list={list}
        titles={['ID', 'What', 'Whose', 'Why', 'Status', 'Since']}
        actions
        wide
      >
        {rows.map((item) => (
          <QueueRow
            key={item.id}
            item={item}
            {...mutations.markOf(item.id)}
            onRelease={() => decide(item, 'RELEASE')}
            onReject={() => dialogTarget.ask(item)}
          />
        ))}
      </ListTable>
      <StoppedList />
      {dialogTarget.render((item, dialog) => (
        <ReasonDialog
          {...dialog}
          {...rejection(item)}
          onConfirm={(why) => decide(item, 'REJECT', why)}
          offersRules
          destructive
          hint="The owner gets it by mail."
        />
      ))}
    </>
  )
}

/** Accounts that reached their quotas repeatedly; renders nothing without any. */
function StoppedList() {
  const { data: stopped = [] } = useQuery({ ...stoppedQuery, retryOnMount: true })
  const now = useNow()
  if (stopped.length === 0) return null
  return (
    <section aria-labelledby="stopped-title" className="mt-8">
      <h3 id="stopped-title" className="text-lg font-bold">
        Stopped by their quotas
      </h3>
      <p className="mt-0.5 text-sm text-muted">Three times or more in the last seven days.</p>
      <ul className="card mt-3 divide-y divide-line text-sm">
        {stopped.map(({ user, quota, hits, lastAt }) => (
          <li key={`${user.id} ${quota}`} className="flex flex-wrap items-center gap-x-4 gap-y-1 p-3">
            <Link
              href={adminUserPath(user.id)}
              className="min-w-40 flex-1 leading-6 font-semibold hover:underline"
            >
              {user.fullName}
            </Link>
            {user.isBanned && <span className="badge text-danger">Banned</span>}
            <span>
              {formatCount(hits)} times at {quotaMessages[quota]}
            </span>
            <span className="text-muted">
              last {timeAgoInline(lastAt, now)}, joined {shortDate(user.createdAt)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
