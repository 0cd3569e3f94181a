import { useEffect, useState } from 'react'

const sections = [
  ['profile', 'Profile'],
  ['phone', 'Phone'],
  ['password', 'Password'],
  ['security', 'Login and security'],
  ['devices', 'Devices'],
  ['accesses', 'Who looked at your account'],
  ['notifications', 'Notifications'],
  ['blocked', 'Blocked people'],
  ['appearance', 'Appearance'],
  ['data', 'Your data'],
  ['delete', 'Delete account'],
] as const

/** The page's table of contents: a column on desktops, a row to swipe on phones. */
export function SectionNav() {
  const current = useCurrentSection()
  return (
    <nav
      aria-label="Settings"
      className="-mx-4 mb-5 relative overflow-x-auto px-4 pb-1 md:-mx-8 md:px-8 [scrollbar-width:none] lg:sticky lg:top-24 lg:mx-0 lg:mb-0 lg:self-start lg:overflow-visible lg:p-0"
    >
      <ul className="flex w-max gap-2 lg:w-auto lg:flex-col lg:gap-0.5">
        {sections.map(([id, label]) => (
          <li key={id}>
            <a
              href={`#${id}`}
              aria-current={current === id ? 'true' : undefined}
              className="chip lg:flex lg:w-full lg:rounded-control lg:border-transparent lg:bg-transparent lg:text-base lg:hover:border-transparent lg:hover:bg-sunken lg:aria-[current]:border-transparent lg:aria-[current]:bg-brand-soft"
            >
              {label}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Id of the topmost section in the upper half of the screen; null until hydration. */
function useCurrentSection(): string | null {
  const [current, setCurrent] = useState<string | null>(null)
  useEffect(() => {
    const seen = new Set<string>()
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) seen.add(target.id)
          else seen.delete(target.id)
        }
        setCurrent(sections.find(([id]) => seen.has(id))?.[0] ?? null)
      },
      { rootMargin: '-80px 0px -50% 0px' },
    )
    for (const [id] of sections) {
      const section = document.getElementById(id)
      if (section) observer.observe(section)
    }
    return () => observer.disconnect()
  }, [])
  return current
}
