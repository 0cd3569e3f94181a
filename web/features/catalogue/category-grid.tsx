import type { Category } from '#shared/contract/catalogue.ts'
import { paths } from '#web/lib/paths.ts'
import { CategoryIcon, categoryHue } from './category-icon.tsx'
import './category-grid.css'

const columns = 'category-tiles gap-x-1 gap-y-4 sm:gap-x-3 md:gap-4'

/** All categories as tiles (category-grid.css), each with its icon and tint. */
export function CategoryGrid({ categories }: { categories: Category[] }) {
  return (
    <ul className={columns}>
      {categories.map((category) => (
        <li key={category.id} className="min-w-0">
          <a href={paths.category(category.id)} style={categoryHue(category.slug)} className="category-tile">
            <span className="category-tile-icon tinted tinted-ink">
              <CategoryIcon slug={category.slug} size={26} />
            </span>
            <span className="category-tile-name">{category.name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

export function CategoryGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className={columns}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} data-skeleton="category" className="category-tile">
            <span className="skeleton category-tile-icon" />
            <span className="skeleton h-3.5 w-4/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
