import { useQuery } from '@tanstack/react-query'
import { MessageCircleQuestion } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Listing } from '#shared/contract/listings.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useInView } from '#web/lib/use-in-view.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { useLazyComponent, useLoaded } from '#web/ui/use-lazy-component.ts'
import { questionsQuery } from './queries.ts'
import { QuestionList } from './question-list.tsx'

const loadLive = async () => (await import('./live-questions.tsx')).LiveQuestions
const loadSwitch = async () => (await import('./questions-switch.tsx')).QuestionsSwitch

/** Questions & Answers on a listing's page, for visitors, buyers and the seller. */
export function QuestionsSection({ listing }: { listing: Listing }) {
  const viewer = useSession()
  const isSeller = viewer?.id === listing.sellerId
  const section = useRef<HTMLElement>(null)
  const after = new URLSearchParams(useSearch()).get('questions')
  const questions = useQuery(questionsQuery(listing.id, after))
  const LiveQuestions = useLoaded(loadLive, useInView(section))
  const isLeaving = viewer?.isLeaving === true
  const closed = isLeaving ? leaving : whyClosed(listing, isSeller)
  const count = questions.data?.total ?? 0
  const { Component: QuestionsSwitch } = useLazyComponent(loadSwitch, isSeller && !isLeaving)

  return (
    <section ref={section} id="questions" aria-labelledby="questions-title" className="card scroll-mt-20 p-5">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <h2 id="questions-title" className="text-lg font-bold">
          {'Questions & Answers '}
          {count > 0 && <span className="ml-1 text-base font-medium text-muted tabular-nums">{count}</span>}
        </h2>
        {QuestionsSwitch && isSeller && !isLeaving && (
          <QuestionsSwitch listingId={listing.id} enabled={listing.questionsEnabled} />
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
          newest={questions.data}
          after={after}
          failed={questions.isError}
          onRetry={() => questions.refetch()}
          answeringAs={isSeller && !isLeaving ? listing.sellerId : null}
          emptyText={emptyText(isSeller, closed !== null)}
        />
      </div>
      {LiveQuestions && (
        <LiveQuestions
          section={section}
          listingId={listing.id}
          questions={questions.data?.items}
          viewerId={viewer?.id ?? null}
          isSeller={isSeller}
        />
      )}
    </section>
  )
}

const leaving =
  'Your account is due to be deleted. Choose “Keep my account” in your settings to ask or answer questions here.'

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

const askVisitor = () => askToLogIn('You need to be logged in to ask questions...')
const loadForm = async () => (await import('./ask-form.tsx')).AskForm

/** Ask Question, and the form that it opens; asks visitors to log in. */
function Ask({ listingId }: { listingId: number }) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const { Component: AskForm, preloadProps, load } = useLazyComponent(loadForm)
  const button = useRef<HTMLButtonElement>(null)

  async function start() {
    if (!session) askVisitor()
    else setOpen(await load())
  }

  function close() {
    flushSync(() => setOpen(false))
    button.current?.focus({ preventScroll: true })
  }

  return (
    <>
      {open && AskForm ? (
        <AskForm listingId={listingId} askerId={session?.id} onLoginNeeded={askVisitor} onClose={close} />
      ) : (
        <button
          ref={button}
          type="button"
          className="button button-outline w-full sm:w-auto noscript:hidden"
          onClick={() => void start()}
          {...(session && preloadProps)}
        >
          <MessageCircleQuestion className="size-4.5" />
          Ask Question
        </button>
      )}
    </>
  )
}
