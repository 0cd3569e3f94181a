import { useEffect, useRef } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { formatNaira, nairaToKobo } from '#shared/money.ts'
import { conditionLabels, priceTypeLabels, statusLabels } from '#web/lib/labels.ts'
import { Thumbnail } from '#web/ui/thumbnail.tsx'
import type { Change } from './newer-listing.ts'
import type { NewerListing } from './use-newer-listing.ts'

interface NewerListingNoteProps {
  newer: NewerListing
  categories: Category[]
  isHiddenByModerator: boolean
}

/**
 * Shows the changes made elsewhere while the form was open. Where the user changed the same, they choose; the rest is already in
 * the form. It takes the focus when it appears.
 */
export function NewerListingNote({ newer, categories, isHiddenByModerator }: NewerListingNoteProps) {
  const note = useRef<HTMLElement>(null)
  const { changes } = newer
  useEffect(() => {
    if (changes.length === 0) return
    note.current?.scrollIntoView({ block: 'start' })
    note.current?.focus({ preventScroll: true })
  }, [changes])
  if (changes.length === 0) return null
  const sentenceAbout = (change: Change) =>
    isHiddenByModerator && change.part === 'status' && change.theirs.status === 'HIDDEN'
      ? 'Our moderators hid this listing.'
      : describeChange(change, categories)
  return (
    <section
      ref={note}
      tabIndex={-1}
      aria-labelledby="newer-listing"
      className="mb-4 scroll-mt-20 rounded-card bg-accent-soft p-4 text-accent-ink outline-none sm:p-5"
    >
      <h2 id="newer-listing" className="font-bold">
        This listing was changed while you edited it
      </h2>
      <p className="mt-1 text-sm">
        In another tab or on another device. Nothing that you wrote is lost: look at what changed, then save
        again.
      </p>
      <ul className="mt-3 space-y-3">
        {changes.map((change) => (
          <li key={change.part} className="rounded-control bg-surface p-3 text-sm text-ink">
            <p className="wrap-anywhere">{sentenceAbout(change)}</p>
            <Preview change={change} />
            <Choice change={change} newer={newer} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function describeChange({ part, theirs }: Change, categories: Category[]): string {
  switch (part) {
    case 'title':
      return `The title was changed to “${theirs.title}”.`
    case 'category': {
      const category = categories.find(({ id }) => id === theirs.categoryId)
      return `The category was changed to ${category?.name ?? 'another one'}.`
    }
    case 'condition':
      return `The condition was changed to ${conditionLabels[theirs.condition]}.`
    case 'price':
      return `The price was changed to ${formatNaira(nairaToKobo(theirs.priceNaira))}.`
    case 'priceType':
      return `The price type was changed to ${priceTypeLabels[theirs.priceType]}.`
    case 'place':
      return `The place was changed to ${theirs.lga}, ${theirs.state}.`
    case 'description':
      return 'The description was changed to:'
    case 'photos':
      return 'The photos were changed to:'
    case 'status':
      return `The listing was set to ${statusLabels[theirs.status ?? 'ACTIVE']}.`
  }
}

function Preview({ change: { part, theirs } }: { change: Change }) {
  if (part === 'description')
    return (
      <p className="mt-1 max-h-56 overflow-y-auto whitespace-pre-line text-muted">{theirs.description}</p>
    )
  if (part !== 'photos') return null
  return (
    <p className="mt-2 flex flex-wrap gap-2">
      {theirs.photos.map((url) => (
        <Thumbnail key={url} url={url} size={48} />
      ))}
    </p>
  )
}

function Choice({ change, newer }: { change: Change; newer: NewerListing }) {
  if (!change.mine) return <p className="mt-1 text-muted">The form shows it now.</p>
  const side = newer.taken.has(change.part) ? 'theirs' : 'mine'
  const look = 'button button-outline min-h-11 px-4 aria-pressed:border-brand aria-pressed:bg-brand-soft'
  return (
    <fieldset className="mt-2 flex flex-wrap items-center gap-2">
      <legend className="mb-1 text-muted">You changed it too. What do you want to save?</legend>
      <button
        type="button"
        className={look}
        aria-pressed={side === 'mine'}
        onClick={() => newer.choose(change, 'mine')}
      >
        Keep mine
      </button>
      <button
        type="button"
        className={look}
        aria-pressed={side === 'theirs'}
        onClick={() => newer.choose(change, 'theirs')}
      >
        Take the other
      </button>
    </fieldset>
  )
}
