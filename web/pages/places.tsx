import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { Place } from '#shared/contract/catalogue.ts'
import { lgasOf } from '#shared/nigeria.ts'
import { StateLegend, StateList, StateMap } from '#web/features/catalogue/state-map.tsx'
import { apiQuery } from '#web/lib/api.ts'
import { shortState } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

const placesQuery = apiQuery('GET /api/places')
export const queries = () => [placesQuery]

/** /places: the listings of each state, by a map and a list. */
export function Page() {
  const { data: places, isFetching, refetch } = useQuery(placesQuery)
  const [wanted, setWanted] = useState('')
  const field = useRef<HTMLInputElement>(null)
  // What was typed before the page was interactive.
  useEffect(() => setWanted(field.current?.value ?? ''), [])
  const [chosen, setChosen] = useState<string>()
  const shown = places && placesNamed(wanted.trim().toLowerCase(), places)
  return (
    <div className="page pt-6 pb-12">
      <PageHead
        title="Browse by state"
        description="A map of Nigeria with the listings of each state: see what people sell near you."
        canonical={paths.places}
      />
      <h1 className="text-2xl font-extrabold sm:text-3xl">Browse by state</h1>
      <p className="mt-0.5 mb-5 text-muted">Choose a state to see what people sell there.</p>
      {places && shown ? (
        <div className="grid min-w-0 items-start gap-4 lg:grid-cols-[minmax(0,1fr)_17rem] lg:gap-6">
          <div className="card p-4 lg:sticky lg:top-24">
            <StateMap places={places} chosen={chosen} />
            <StateLegend />
            <p className="mt-2 text-xs text-muted">
              Map:{' '}
              <a href="https://mapsvg.com/maps/nigeria" className="link" rel="noopener">
                MapSVG
              </a>{' '}
              and{' '}
              <a href="https://github.com/VictorCazanave/svg-maps" className="link" rel="noopener">
                svg-maps
              </a>
              ,{' '}
              <a href="https://creativecommons.org/licenses/by/4.0/" className="link" rel="noopener">
                CC BY 4.0
              </a>
            </p>
          </div>
          <nav aria-label="States" className="card p-4">
            <input
              ref={field}
              type="search"
              aria-label="Find a state"
              placeholder="Find a state"
              autoComplete="off"
              className="input noscript:hidden"
              value={wanted}
              onChange={({ target }) => setWanted(target.value)}
            />
            <div className="mt-2">
              <StateList places={shown} onChoose={setChosen} />
            </div>
            <p role="status" className="text-sm text-muted empty:hidden">
              {shown.length === 0 && `We know no state or LGA called “${wanted.trim()}”.`}
            </p>
          </nav>
        </div>
      ) : isFetching ? (
        <div className="skeleton min-h-dvh" role="status" aria-label="Loading the states" />
      ) : (
        <LoadFailure level={2} onRetry={() => void refetch()} />
      )}
    </div>
  )
}

/** The states with the typed text in their name; without one, those of the LGAs that have it: Abuja is in the Federal Capital Territory. */
function placesNamed(typed: string, places: Place[]): Place[] {
  const isTyped = (name: string) => name.toLowerCase().includes(typed)
  const named = places.filter(({ state }) => isTyped(state) || isTyped(shortState(state)))
  return named.length > 0 ? named : places.filter(({ state }) => lgasOf(state).some(isTyped))
}
