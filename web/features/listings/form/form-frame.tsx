import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import type { SiteConfig } from '#shared/contract/site.ts'
import { apiQuery } from '#web/lib/api.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface FormFrameProps {
  children: (data: { categories: Category[]; site: SiteConfig }) => ReactNode
}

/** Reads what the listing form needs, and says so where that fails. */
export function FormFrame({ children }: FormFrameProps) {
  const categories = useQuery(apiQuery('GET /api/categories'))
  const site = useQuery(apiQuery('GET /api/site'))
  if (categories.data && site.data) return children({ categories: categories.data, site: site.data })
  if (categories.isFetching || site.isFetching || !(categories.isError || site.isError))
    return <FormSpinner />
  return (
    <LoadFailure
      onRetry={() => {
        if (categories.isError) void categories.refetch()
        if (site.isError) void site.refetch()
      }}
    />
  )
}

export function FormSpinner() {
  return (
    <div className="grid place-items-center py-24 text-brand-ink">
      <Spinner size={32} label="Loading" />
    </div>
  )
}
