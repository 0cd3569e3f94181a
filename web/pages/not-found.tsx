import { Search } from 'lucide-react'
import { limits } from '#shared/limits.ts'
import { paths } from '#web/lib/paths.ts'
import { signpost } from '#web/ui/drawings.tsx'
import { EmptyState, OutlineLink } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function Page() {
  return (
    <div className="page py-6">
      <PageHead title="Page not found" />
      <EmptyState
        level={1}
        drawing={signpost}
        title="Page not found"
        text="There is nothing at this address. It may have moved, or the link has a typing error."
        action={
          <div className="w-80 max-w-full">
            <search>
              <form action={paths.browse} method="get" className="flex gap-2">
                <input
                  type="search"
                  name="search"
                  required
                  aria-label="Search for anything"
                  placeholder="Search for anything"
                  enterKeyHint="search"
                  maxLength={limits.search.max}
                  className="input"
                />
                <button type="submit" className="button button-icon shrink-0" aria-label="Search">
                  <Search size={20} />
                </button>
              </form>
            </search>
            <div className="mt-5 flex flex-wrap justify-center gap-3">
              <OutlineLink href={paths.home}>Go home</OutlineLink>
              <OutlineLink href={paths.browse}>Browse Listings</OutlineLink>
            </div>
          </div>
        }
      />
    </div>
  )
}
