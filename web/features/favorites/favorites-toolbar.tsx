import { Search } from 'lucide-react'
import { limits } from '#shared/limits.ts'
import { labelled } from '#web/lib/labels.ts'
import { useEarlyText } from '#web/lib/use-early-text.ts'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { type FavoriteOrder, favoriteOrders } from './favorites-view.ts'

interface FavoritesToolbarProps {
  search: string
  order: FavoriteOrder
  onSearch: (text: string) => void
  onOrder: (order: FavoriteOrder) => void
}

export function FavoritesToolbar({ search, order, onSearch, onOrder }: FavoritesToolbarProps) {
  const field = useEarlyText(onSearch)
  return (
    <search className="contents noscript:hidden">
      <div className="relative order-2 w-full sm:order-none sm:w-72 lg:w-96">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          ref={field}
          type="search"
          aria-label="Search your favorites"
          placeholder="Search your favorites"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={limits.search.max}
          value={search}
          onChange={(event) => onSearch(event.target.value)}
          className="input min-h-11 rounded-full py-2 pr-4 pl-11"
        />
      </div>
      <SortSelect value={order} options={labelled(favoriteOrders)} onChoose={onOrder} />
    </search>
  )
}
