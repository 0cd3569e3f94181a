import { useEffect, useRef } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { type BrowseState, browsePath, changeBrowse } from '#web/lib/browse-url.ts'
import { smoothly } from '#web/lib/reduced-motion.ts'

/** A scrolling row: 'All' and each category. A choice applies at once and keeps the other filters. */
export function CategoryChips({ state, categories }: { state: BrowseState; categories: Category[] }) {
  const row = useRef<HTMLDivElement>(null)
  const chosen = state.category
  const count = categories.length

  useEffect(() => {
    const chip = chosen && count > 0 && row.current?.querySelector<HTMLElement>('[aria-current="true"]')
    if (!row.current || !chip) return
    row.current.scrollTo({
      left: chip.offsetLeft - (row.current.clientWidth - chip.offsetWidth) / 2,
      behavior: smoothly(),
    })
  }, [chosen, count])

  return (
    <nav aria-label="Categories" className="-mx-4 md:-mx-8">
      <div ref={row} className="relative flex scrollbar-none gap-2 overflow-x-auto px-4 py-1 md:px-8">
        <Chip state={state} label="All" />
        {categories.map((category) => (
          <Chip key={category.id} state={state} id={String(category.id)} label={category.name} />
        ))}
      </div>
    </nav>
  )
}

function Chip({ state, id, label }: { state: BrowseState; id?: string; label: string }) {
  return (
    <a
      href={browsePath(changeBrowse(state, { category: id }))}
      aria-current={state.category === id ? 'true' : undefined}
      className="chip shrink-0"
    >
      {label}
    </a>
  )
}
