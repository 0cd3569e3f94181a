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

/** The category's hue for `tinted` and `tinted-ink`. */
export function categoryHue(slug: string): CSSProperties {
  return { '--hue': iconOf(slug).hue } as CSSProperties
}

export function CategoryIcon({ slug, size }: { slug: string; size: number }) {
  const { icon: Icon } = iconOf(slug)
  return <Icon size={size} strokeWidth={1.75} />
}
