import type { ReactNode } from 'react'
import { paths } from '#web/lib/paths.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

export function DetailSkeleton() {
  return (
    <div aria-busy className="min-h-dvh md:page md:pt-20">
      <PageHead title="Listing" />
      <p className="sr-only" role="status">
        Loading the listing
      </p>
      <div className="listing-columns">
        <div className="skeleton aspect-4/3 rounded-none md:rounded-card" />
        <div className="listing-aside flex flex-col gap-4 px-4 md:px-0">
          <div className="skeleton h-9 w-1/2" />
          <div className="skeleton h-7 w-5/6" />
          <div className="skeleton h-5 w-2/3" />
          <div className="skeleton mt-4 h-24 rounded-card" />
        </div>
      </div>
    </div>
  )
}

const reasons = {
  /** The listing was deleted (410). */
  gone: {
    page: 'Listing deleted',
    title: 'This listing is gone',
    text: 'It was deleted. Here is what others sell.',
  },
  /** The listing was hidden; shown to people who saved it or have a conversation about it. */
  hidden: {
    page: 'No longer available',
    title: 'This listing is no longer available',
    text: 'It may come back. Here is what others sell.',
  },
  /** Its time ran out, and its owner did not renew it. */
  ended: {
    page: 'Listing ended',
    title: 'This listing has ended',
    text: 'Its seller may renew it. Here is what others sell.',
  },
}

/** A listing that cannot be shown. The children link to similar ones. */
export function UnavailableListing({ why, children }: { why: keyof typeof reasons; children: ReactNode }) {
  const { page, title, text } = reasons[why]
  return (
    <div className="md:page pb-16">
      <PageHead title={page} />
      <EmptyState
        level={1}
        drawing={basket}
        title={title}
        text={text}
        action={<ButtonLink href={paths.browse}>Browse Listings</ButtonLink>}
      />
      {children}
    </div>
  )
}
