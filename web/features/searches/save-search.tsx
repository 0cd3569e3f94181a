import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Bell, Check } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { api } from '#web/lib/api.ts'
import { type BrowseState, browsePath } from '#web/lib/browse-url.ts'
import { statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useSession } from '#web/lib/session.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { takeFocus } from '#web/ui/take-focus.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { savedSearchesQuery } from './queries.ts'
import { bodyOf, isSame, searchIn } from './search-state.ts'

/** Session storage key: the address of the search to save after a visitor's login. */
const wantedKey = 'oja:save-search'

interface SaveSearchProps {
  state: BrowseState
  /** The search found nothing: saving it is the main action. */
  isEmpty: boolean
}

/** Saves the search of Browse, or links to the saved searches if it is saved already. Visitors log in first. */
export function SaveSearch({ state, isEmpty }: SaveSearchProps) {
  const search = searchIn(state)
  // What was pressed and saved concerns one search: the list may go to another that is in the cache.
  return search && <SaveOne key={browsePath(search)} search={search} state={state} isEmpty={isEmpty} />
}

function SaveOne({ search, state, isEmpty }: SaveSearchProps & { search: BrowseState }) {
  const session = useSession()
  const { data: saved } = useQuery({ ...savedSearchesQuery, enabled: Boolean(session) })
  const client = useQueryClient()
  /** The button had the focus, which the link takes that replaces it. */
  const [isPressed, setPressed] = useState(false)
  const save = useMutation({
    mutationFn: (body: BrowseState) => api('POST /api/saved-searches', { body: bodyOf(body) }),
    onSuccess: () => {
      showToast({ title: 'Search saved', description: 'We tell you when something new comes.' })
      return refreshChanged(client, 'POST /api/saved-searches')
    },
    onError: (error) => (statusOf(error) === 401 ? logIn() : showFailure('The search was not saved', error)),
  })
  // The server writes words and prices in its own way.
  const isSaved = (one: SavedSearch) => isSame(one, search) || one.id === save.data?.id
  const known = saved?.some(isSaved)

  function logIn() {
    const here = browsePath(state)
    writeStored(wantedKey, here, 'sessionStorage')
    location.assign(paths.loginThen(here))
  }

  const saveWanted = useEffectEvent(() => {
    if (takeWanted() === browsePath(state)) save.mutate(search)
  })
  useEffect(() => {
    if (session) saveWanted()
  }, [session])

  if (session === undefined) return null
  if (known)
    return (
      <p className="flex min-h-11 items-center gap-2 text-sm font-semibold">
        <Check size={18} className="text-brand-ink" />
        <span role="status">Saved</span>
        <span aria-hidden>·</span>
        <a ref={isPressed ? takeFocus : undefined} href={paths.savedSearches} className="link">
          Edit
        </a>
      </p>
    )
  return (
    <BusyButton
      type="button"
      className={isEmpty ? 'button px-3' : 'button button-outline'}
      busy={save.isPending}
      onClick={() => {
        setPressed(true)
        if (session) save.mutate(search)
        else logIn()
      }}
    >
      <Bell size={18} />
      {isEmpty ? 'Tell me when something comes' : 'Save this search'}
    </BusyButton>
  )
}

function takeWanted(): string | null {
  const wanted = readStored(wantedKey, 'sessionStorage')
  writeStored(wantedKey, null, 'sessionStorage')
  return wanted
}
