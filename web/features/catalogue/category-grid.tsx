import type { Category } from '#shared/contract/catalogue.ts'
import { paths } from '#web/lib/paths.ts'
import './category-grid.css'
import {
  Armchair,
  Baby,
  BookOpen,
  Car,
  House,
  type LucideIcon,
  Package,
  Shirt,
  Smartphone,
  Tag,
  Tv,
  Wrench,
} from 'lucide-react'
import type { CSSProperties } from 'react'

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

/** Icon and hue (degrees in oklch) of each category, by its slug. */
const icons: Record<string, { icon: LucideIcon; hue: number }> = {
  'phones-tablets': { icon: Smartphone, hue: 255 },
  electronics: { icon: Tv, hue: 290 },
  vehicles: { icon: Car, hue: 25 },
  property: { icon: House, hue: 150 },
  fashion: { icon: Shirt, hue: 350 },
  furniture: { icon: Armchair, hue: 65 },
  books: { icon: BookOpen, hue: 95 },
  services: { icon: Wrench, hue: 220 },
  kids: { icon: Baby, hue: 195 },
  other: { icon: Package, hue: 120 },
}
const fallback = { icon: Tag, hue: 160 }

const iconOf = (slug: string) => (Object.hasOwn(icons, slug) ? icons[slug] : undefined) ?? fallback

function categoryHue(slug: string): CSSProperties {
  return { '--hue': iconOf(slug).hue } as CSSProperties
}

function CategoryIcon({ slug, size }: { slug: string; size: number }) {
  const { icon: Icon } = iconOf(slug)
  return <Icon size={size} strokeWidth={1.75} />
}
