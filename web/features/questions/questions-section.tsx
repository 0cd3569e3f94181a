import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Listing } from '#shared/contract/listings.ts'
import { apiQuery } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import { Ask } from './ask.tsx'
import { QuestionList } from './question-list.tsx'
import { useAnnouncement } from './use-announcement.ts'
import { useLiveQuestions } from './use-live-questions.ts'

const loadToggle = async () => (await import('./toggle.tsx')).Toggle

/** Questions & Answers on a listing's page, for visitors, buyers and the seller. */
export function QuestionsSection({ listing }: { listing: Listing }) {
  const viewer = useSession()
  const isSeller = viewer?.id === listing.sellerId
  const section = useRef<HTMLElement>(null)
  const questions = useQuery(apiQuery('GET /api/listings/:id/questions', { params: { id: listing.id } }))
  const announcement = useAnnouncement(questions.data, viewer?.id ?? null, isSeller)
  useLiveQuestions(section, listing.id)
  const isLeaving = viewer?.isLeaving === true
  const closed = isLeaving ? leaving : whyClosed(listing, isSeller)
  const count = questions.data?.length ?? 0
  const { Part: Toggle } = useLazyComponent(loadToggle, isSeller && !isLeaving)

  return (
    <section ref={section} id="questions" aria-labelledby="questions-title" className="card scroll-mt-20 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="questions-title" className="text-lg font-bold">
          Questions &amp; Answers
          {count > 0 && <span className="ml-2 text-base font-medium text-muted tabular-nums">{count}</span>}
        </h2>
        {Toggle && isSeller && !isLeaving && (
          <Toggle listingId={listing.id} enabled={listing.questionsEnabled} />
        )}
      </div>
      {closed && <p className="mt-3 rounded-control bg-sunken px-4 py-3 text-sm text-muted">{closed}</p>}
      {!isSeller && !closed && (
        <div className="mt-4">
          <Ask listingId={listing.id} />
        </div>
      )}
      <div className="mt-6">
        <QuestionList
          listing={listing}
          questions={questions.data}
          failed={questions.isError}
          onRetry={() => questions.refetch()}
          answeringAs={isSeller && !isLeaving ? listing.sellerId : null}
          emptyText={emptyText(isSeller, closed !== null)}
        />
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </section>
  )
}

const leaving =
  'Your account waits to be deleted. Keep it, in your settings, to ask or answer questions here.'

/** Why questions are closed, in friendly words; null while they are open. */
function whyClosed(listing: Listing, isSeller: boolean): string | null {
  if (listing.status === 'SOLD') return 'This item is sold, so it takes no new questions.'
  if (listing.status === 'HIDDEN') return 'This listing is hidden. Questions open when it is public again.'
  if (listing.questionsEnabled) return null
  return isSeller
    ? 'Questions are off. Buyers see the ones you answered and cannot ask new ones.'
    : 'The seller is not taking new questions on this listing right now.'
}

function emptyText(isSeller: boolean, closed: boolean): string {
  if (isSeller) return 'When buyers ask about this listing, their questions appear here.'
  return closed
    ? 'Nobody has asked about this listing.'
    : 'Be the first to ask. The seller answers here for everyone.'
}
