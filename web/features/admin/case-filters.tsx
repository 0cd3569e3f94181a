import { presetReasons } from '#shared/report-reasons.ts'
import type { AdminState } from './admin-url.ts'
import { FilterSelect } from './filter-select.tsx'
import { PersonFilter } from './person-filter.tsx'
import { useOptimisticAddress } from './use-optimistic-address.ts'

const reasons = [...new Set([...presetReasons.LISTING, ...presetReasons.USER])].sort()

/** Filters of the open cases. */
export function CaseFilters({ state, form }: { state: AdminState; form: string }) {
  const { shown, go } = useOptimisticAddress(state)
  return (
    <div className="grid grid-cols-2 gap-2 pb-3 max-[22rem]:grid-cols-1 md:flex md:flex-wrap">
      <FilterSelect
        label="Type"
        name="targetType"
        form={form}
        value={shown.targetType ?? ''}
        options={[
          ['', 'All types'],
          ['LISTING', 'Listings'],
          ['USER', 'Users'],
        ]}
        onChoose={(targetType) => go({ targetType })}
      />
      <FilterSelect
        label="Reason"
        name="reason"
        form={form}
        value={shown.reason ?? ''}
        options={[['', 'All reasons'], ...reasons.map((reason) => [reason, reason] as const)]}
        onChoose={(reason) => go({ reason })}
      />
      <PersonFilter
        name="reporterId"
        label="Reporter"
        id={shown.reporterId}
        form={form}
        onChoose={(reporterId) => go({ reporterId })}
      />
      <FilterSelect
        label="Sort by"
        name="sort"
        form={form}
        value={shown.sort ?? 'createdAt:asc'}
        options={[
          ['createdAt:asc', 'Oldest first'],
          ['createdAt:desc', 'Newest first'],
        ]}
        onChoose={(sort) => go({ sort })}
        className="max-md:col-span-2"
      />
      <DayField label="From" value={shown.since ?? ''} onChoose={(since) => go({ since })} />
      <DayField label="To" value={shown.until ?? ''} onChoose={(until) => go({ until })} />
    </div>
  )
}

interface DayFieldProps {
  label: string
  value: string
  onChoose: (day: string) => void
}

function DayField({ label, value, onChoose }: DayFieldProps) {
  return (
    <label className="flex items-center gap-2 text-sm font-semibold max-md:block">
      {label}
      <input
        type="date"
        className="input min-w-0 flex-1 text-sm md:min-h-11 md:w-auto md:py-2"
        value={value}
        onChange={({ target }) => onChoose(target.value)}
      />
    </label>
  )
}
