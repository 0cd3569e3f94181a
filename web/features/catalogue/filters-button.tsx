import { SlidersHorizontal } from 'lucide-react'
import { useId, useState } from 'react'
import type { Category } from '#shared/contract/catalogue.ts'
import { type BrowseState, changeBrowse } from '#web/lib/browse-url.ts'
import { Drawer } from '#web/ui/dialog.tsx'

/** The form contains all states and LGAs, so its code loads on first use; the drawer opens at once. */
const load = () => import('./filters-form.tsx')

interface FiltersButtonProps {
  count: number
  state: BrowseState
  categories: Category[]
  onChange: (state: BrowseState) => void
}

/** Opens the filters drawer; its choices take effect when they are applied. */
export function FiltersButton({ count, state, categories, onChange }: FiltersButtonProps) {
  const formId = useId()
  const [open, setOpen] = useState(false)
  const [draft, setDraft] = useState(state)
  const [form, setForm] = useState<Awaited<ReturnType<typeof load>> | null>(null)
  const [hasFailed, setHasFailed] = useState(false)

  function prepare() {
    load().then(setForm, () => setHasFailed(true))
  }

  function show() {
    setHasFailed(false)
    prepare()
    // Each opening starts from the address.
    setDraft(state)
    setOpen(true)
  }

  function finish(next: BrowseState) {
    setOpen(false)
    onChange(next)
  }

  const shared = { id: formId, draft, onFinish: finish }
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={show}
        onPointerEnter={prepare}
        onFocus={prepare}
        className="chip relative h-12 shrink-0 border-line-strong px-3.5 sm:px-4 noscript:hidden"
      >
        <SlidersHorizontal size={18} />
        <span className="max-sm:sr-only">Filters</span>
        {count > 0 && (
          <span className="grid h-[1.7em] min-w-[1.7em] place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tabular-nums max-sm:absolute max-sm:-top-1 max-sm:-right-1">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </button>
      <Drawer
        open={open}
        onClose={() => setOpen(false)}
        title="Filters"
        footer={form && <form.FiltersFooter {...shared} />}
      >
        {form ? (
          <form.FiltersForm
            {...shared}
            categories={categories}
            onChange={(change) => setDraft(changeBrowse(draft, change))}
          />
        ) : hasFailed ? (
          <div role="alert">
            <p className="font-semibold">Filters did not load. Please check your connection.</p>
            <button type="button" className="button button-outline mt-4" onClick={show}>
              Try again
            </button>
          </div>
        ) : (
          <div className="skeleton h-96" role="status" aria-label="Loading the filters" />
        )}
      </Drawer>
    </>
  )
}
