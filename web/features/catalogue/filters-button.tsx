import { SlidersHorizontal } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { showFailure } from '#web/ui/toast.ts'
import type { FiltersDrawerProps } from './filters-drawer.tsx'

/** The drawer comes with the states and their LGAs, so its code waits until it is about to be needed. */
const load = () => import('./filters-drawer.tsx')

type FiltersButtonProps = Omit<FiltersDrawerProps, 'open' | 'onClose'> & { count: number }

/** Opens the drawer of filters; says how many are on. */
export function FiltersButton({ count, ...drawer }: FiltersButtonProps) {
  const [Drawer, setDrawer] = useState<ComponentType<FiltersDrawerProps> | null>(null)
  const [open, setOpen] = useState(false)

  async function show() {
    try {
      const { FiltersDrawer } = await load()
      setDrawer(() => FiltersDrawer)
      setOpen(true)
    } catch {
      showFailure('Filters did not load', undefined, 'Please check your connection and try again.')
    }
  }
  const prepare = () => {
    load().catch(() => undefined)
  }

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
        <SlidersHorizontal size={18} aria-hidden />
        <span className="max-sm:sr-only">Filters</span>
        {count > 0 && (
          <span className="grid h-5 min-w-5 place-items-center rounded-full bg-brand px-1 text-xs font-bold text-on-brand tabular-nums max-sm:absolute max-sm:-top-1 max-sm:-right-1">
            {count}
            <span className="sr-only"> active</span>
          </span>
        )}
      </button>
      {Drawer && <Drawer {...drawer} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
