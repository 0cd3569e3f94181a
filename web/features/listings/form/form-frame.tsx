import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import type { SiteConfig } from '#shared/contract/site.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useOnline } from '#web/lib/online.ts'
import { offlineFormKey, storePrivate } from '#web/lib/private-storage.ts'
import { readStoredJson } from '#web/lib/storage.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

interface ListingFormData {
  categories: Category[]
  site: SiteConfig
}

interface FormFrameProps {
  children: (data: ListingFormData) => ReactNode
}

/** Loads the data that the listing form needs, from this device if the server cannot be reached, and shows a message if that fails. */
export function FormFrame({ children }: FormFrameProps) {
  const categories = useQuery(apiQuery('GET /api/categories'))
  const site = useQuery(apiQuery('GET /api/site'))
  const online = useOnline()
  useEffect(() => {
    if (categories.data && site.data)
      storePrivate(offlineFormKey, JSON.stringify({ categories: categories.data, site: site.data }))
  }, [categories.data, site.data])
  if (categories.data && site.data) return children({ categories: categories.data, site: site.data })
  const mayRead = online && !categories.isError && !site.isError
  const kept = mayRead ? null : readStoredJson<ListingFormData>(offlineFormKey)
  if (kept) return children(kept)
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

/** As high as the screen: the form is higher, and what is below would jump when it arrives. */
export function FormSpinner() {
  return (
    <div className="min-h-dvh py-24 text-center text-brand-ink">
      <Spinner size={32} label="Loading" />
    </div>
  )
}
