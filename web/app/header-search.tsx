import { Search } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { useSearchPanel } from '#web/features/catalogue/use-search-panel.tsx'
import { paths } from '#web/lib/paths.ts'

/** A search field that leads to Browse. It is a real GET form and works before the scripts load. */
export function HeaderSearch() {
  const [, navigate] = useLocation()
  const [text, setText] = useState('')
  const { input, field, panel } = useSearchPanel(text)

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const wanted = String(new FormData(event.currentTarget).get('search') ?? '').trim()
    if (!wanted) return
    input.current?.blur()
    navigate(paths.search(wanted))
  }

  return (
    <search>
      <form action={paths.browse} method="get" onSubmit={submit} className="relative">
        <Search
          size={18}
          className="pointer-events-none absolute top-1/2 left-4 -translate-y-1/2 text-muted"
        />
        <input
          {...field}
          onInput={(event) => setText(event.currentTarget.value)}
          type="search"
          name="search"
          aria-label="Search listings"
          placeholder="Search for anything"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={120}
          className="input min-h-11 rounded-full border-line bg-sunken py-2 pr-4 pl-11"
        />
        {panel}
      </form>
    </search>
  )
}
