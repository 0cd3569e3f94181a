import { Link } from 'wouter'
import type { Category } from '#shared/contract/catalogue.ts'
import { paths } from '#web/lib/paths.ts'
import { CategoryIcon, categoryHue } from './category-icon.tsx'

const columns = 'grid grid-cols-5 gap-x-1 gap-y-4 sm:gap-x-3 md:gap-4'
const tile =
  'flex flex-col items-center gap-2 text-center lg:flex-row lg:gap-3 lg:rounded-card lg:p-3 lg:text-left'
const iconBox = 'grid size-13 shrink-0 place-items-center rounded-card sm:size-14'

/** All categories as tiles, each with its icon and its own soft tint. */
export function CategoryGrid({ categories }: { categories: Category[] }) {
  return (
    <ul className={columns}>
      {categories.map((category) => (
        <li key={category.id} className="min-w-0">
          <Link
            href={paths.category(category.id)}
            style={categoryHue(category.slug)}
            className={`${tile} group h-full rounded-card py-1 transition-[background-color,border-color,box-shadow] lg:border lg:border-line lg:bg-surface lg:hover:border-line-strong lg:hover:shadow-flat`}
          >
            <span
              className={`${iconBox} tinted tinted-ink transition-transform duration-200 group-hover:scale-105`}
            >
              <CategoryIcon slug={category.slug} size={26} />
            </span>
            <span className="w-full text-[0.6875rem] leading-[1.25] max-[21rem]:text-[0.625rem] font-semibold text-balance wrap-anywhere sm:text-sm lg:font-bold">
              {category.name}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** The tiles on their way: six. */
export function CategoryGridSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading categories</span>
      <div aria-hidden="true" className={columns}>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
          <div key={key} data-skeleton="category" className={`${tile} py-1 lg:border lg:border-line`}>
            <span className={`skeleton ${iconBox} rounded-card`} />
            <span className="skeleton h-3.5 w-4/5" />
          </div>
        ))}
      </div>
    </div>
  )
}
