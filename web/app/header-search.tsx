import { Search } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { useLocation } from 'wouter'
import { paths } from '#web/lib/paths.ts'

/** A search field that leads to Browse; a real GET form, so that it works before the code is here. */
export function HeaderSearch() {
  const [, navigate] = useLocation()

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const text = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    if (text) navigate(paths.search(text))
  }

  return (
    <search>
      <form action={paths.browse} method="get" onSubmit={submit} className="relative">
        <Search
          size={18}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          type="search"
          name="search"
          aria-label="Search listings"
          placeholder="Search for anything"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={120}
          className="input min-h-11 rounded-full border-line bg-sunken py-2 pr-4 pl-11"
        />
      </form>
    </search>
  )
}
