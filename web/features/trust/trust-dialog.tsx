import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import type { Trust } from '#shared/contract/trust.ts'
import { apiQuery } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { type Fact, listingFacts, personFacts } from './facts.ts'

export interface TrustSubject {
  userId: number
  fullName: string
  /** A listing of theirs that the viewer may see. */
  listingId?: number | undefined
  /** The viewer themself: they read what others see. */
  isOwn?: boolean | undefined
}

interface TrustDialogProps extends TrustSubject {
  title: string
  open: boolean
  onClose: () => void
}

/** Facts about a person with their dates and what they mean, and about their listing; read when it opens. */
export function TrustDialog({ userId, fullName, listingId, isOwn, title, open, onClose }: TrustDialogProps) {
  const request = { params: { id: userId }, query: { listing: listingId } }
  const trust = useQuery({ ...apiQuery('GET /api/users/:id/trust', request), enabled: open })
  const now = useNow()

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={title}
      description={`What Oja ${isOwn ? 'tells others about you' : `knows about ${fullName}`}: facts, not a score.`}
    >
      {trust.data ? (
        <div className="space-y-6">
          {sectionsOf(trust.data, fullName, now).map((section) => (
            <Facts key={section.title} {...section} onLeave={onClose} />
          ))}
          <a
            href={paths.safety}
            onClick={onClose}
            className="inline-flex min-h-11 items-center font-semibold underline"
          >
            More about trading safely
          </a>
        </div>
      ) : trust.isPending ? (
        <p role="status" className="flex items-center gap-2 text-muted">
          <Spinner />
          Loading...
        </p>
      ) : statusOf(trust.error) === 404 ? (
        <p>
          This account is closed, or not public at the moment. Do not pay for a thing that you do not hold.
        </p>
      ) : (
        <LoadFailure level={3} title="This did not load" onRetry={() => void trust.refetch()} />
      )}
    </Dialog>
  )
}

/** The listing's facts come first if one of them deserves attention. */
function sectionsOf(trust: Trust, fullName: string, now: number): { title: string; facts: Fact[] }[] {
  const person = { title: fullName, facts: personFacts(trust, now) }
  if (!trust.listing) return [person]
  const listing = { title: 'This listing', facts: listingFacts(trust.listing, now) }
  return listing.facts.some(({ attention }) => attention) ? [listing, person] : [person, listing]
}

function Facts({ title, facts, onLeave }: { title: string; facts: Fact[]; onLeave: () => void }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="truncate font-bold">
        {title}
      </h3>
      <dl className="divide-y divide-line">
        {facts.map(({ label, value, means, attention, link }) => (
          <div key={label} className="py-2.5">
            <dt className="text-sm text-muted">{label}</dt>
            <dd className={`font-semibold ${attention ? 'text-accent-ink' : ''}`}>{value}</dd>
            <dd className="text-sm text-muted">
              {means}
              {link && (
                <a href={link.href} onClick={onLeave} className="flex min-h-11 items-center underline">
                  {link.text}
                </a>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
