import { labelled } from '#web/lib/labels.ts'
import { ListSearch } from '#web/ui/list-search.tsx'
import { SortSelect } from '#web/ui/sort-select.tsx'
import { type FavoriteOrder, favoriteOrders } from './favorites-view.ts'

interface FavoritesToolbarProps {
  search: string
  order: FavoriteOrder
  onSearch: (text: string) => void
  onOrder: (order: FavoriteOrder) => void
}

export function FavoritesToolbar({ search, order, onSearch, onOrder }: FavoritesToolbarProps) {
  return (
    <search className="contents noscript:hidden">
      <div className="order-2 w-full sm:order-none sm:w-auto">
        <ListSearch label="Search your favorites" text={search} onChange={onSearch} />
      </div>
      <SortSelect value={order} options={labelled(favoriteOrders)} onChoose={onOrder} />
    </search>
  )
}
