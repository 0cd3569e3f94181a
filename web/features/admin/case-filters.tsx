import { presetReasons } from '#shared/report-reasons.ts'
import { FilterSelect, useFilters } from './filters.tsx'
import { PersonFilter } from './person-filter.tsx'

const reasons = [...new Set([...presetReasons.LISTING, ...presetReasons.USER])].sort()

export function CaseFilters() {
  const { shown, go } = useFilters()
  return (
    <div className="grid grid-cols-2 gap-2 pb-3 max-[22rem]:grid-cols-1 md:flex md:flex-wrap">
      <FilterSelect
        label="Type"
        name="targetType"
        options={[
          ['', 'All types'],
          ['LISTING', 'Listings'],
          ['USER', 'Users'],
        ]}
      />
      <FilterSelect
        label="Reason"
        name="reason"
        options={[['', 'All reasons'], ...reasons.map((reason) => [reason, reason] as const)]}
      />
      <PersonFilter name="reporterId" label="Reporter" />
      <FilterSelect
        label="Sort by"
        name="sort"
        options={[
          ['createdAt:asc', 'Oldest first'],
          ['createdAt:desc', 'Newest first'],
        ]}
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
