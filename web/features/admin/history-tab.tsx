import { Link } from 'wouter'
import type { ModerationAct } from '#shared/contract/admin.ts'
import { ruleTitle } from '#shared/rules.ts'
import { timeAgo } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { AdminSearch } from './admin-search.tsx'
import { type AdminState, adminPath, historyQuery } from './admin-url.ts'
import { FilterSelect } from './filters.tsx'
import { ListTable, useList } from './list-frame.tsx'
import { cell, row } from './table.tsx'
import { actionLabels, momentOf } from './texts.ts'
import { Total } from './total.tsx'

export function HistoryTab({ state }: { state: AdminState }) {
  const list = useList(historyQuery(state))
  const { data } = list
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-3">
        <AdminSearch label="Search the history" placeholder="Reason, administrator or title" />
        <FilterSelect
          label="About"
          name="targetType"
          options={[
            ['', 'All'],
            ['LISTING', 'Listings'],
            ['USER', 'Users'],
            ['REPORT', 'Reports'],
            ['MESSAGE', 'Messages'],
          ]}
          removes="targetId"
        />
        <Total total={data?.total} exact={data?.exact} what="acts" />
      </div>
      <ListTable caption="History" what="acts" list={list} titles={['When', 'Who', 'What', 'Why']}>
        {(data?.items ?? []).map((act) => (
          <ActionRow key={act.id} act={act} />
        ))}
      </ListTable>
    </>
  )
}

function ActionRow({
  act: { action, targetType, targetId, label, reason, rule, createdAt, admin },
}: {
  act: ModerationAct
}) {
  const now = useNow()
  const why = [rule && ruleTitle(rule), reason].filter(Boolean).join('\n')
  return (
    <tr className={row}>
      <td className={`${cell} whitespace-nowrap text-muted max-md:order-1 max-md:col-span-3 max-md:text-xs`}>
        <time dateTime={createdAt} title={timeAgo(createdAt, now)}>
          {momentOf(createdAt)}
        </time>
      </td>
      <td className={`${cell} md:min-w-40 max-md:order-1 max-md:col-span-3 max-md:text-xs`}>
        {admin?.fullName ?? 'A rule'}
      </td>
      <td className={`${cell} max-md:order-2 max-md:col-span-3`}>
        <span className="font-semibold">{actionLabels[action]}</span>{' '}
        <TargetLink targetType={targetType} targetId={targetId} label={label} />
      </td>
      <td
        className={`${cell} whitespace-pre-line max-md:order-2 max-md:col-span-3 ${why ? '' : 'max-md:hidden'}`}
      >
        {why || <span className="text-muted">–</span>}
      </td>
    </tr>
  )
}

function TargetLink({
  targetType,
  targetId,
  label,
}: Pick<ModerationAct, 'targetType' | 'targetId' | 'label'>) {
  const text = label || `#${targetId}`
  const to = {
    LISTING: paths.listing(targetId),
    USER: paths.user(targetId),
    REPORT: adminPath({ tab: 'reports', view: 'all', q: `#${targetId}` }),
    MESSAGE: adminPath({ tab: 'held', q: `#${targetId}` }),
  }[targetType]
  return (
    <Link href={to} className="leading-6 hover:underline">
      {text}
    </Link>
  )
}
