import mapFile from '@svg-maps/nigeria/nigeria.svg'
import { Link } from 'wouter'
import type { Place } from '#shared/contract/catalogue.ts'
import { browsePath } from '#web/lib/browse-url.ts'
import { pluralise } from '#web/lib/format.ts'
import { shapeIdOf } from './state-shapes.ts'
import './state-map.css'

interface StateMapProps {
  places: Place[]
  /** The state that is pointed at in the list. */
  chosen: string | undefined
}

/**
 * The states by their place, shaded by how many listings they have; each is a link. For pointers: keyboards and screen readers
 * have the same links in StateList. The shapes are one cached file, which neither page nor scripts carry.
 */
export function StateMap({ places, chosen }: StateMapProps) {
  const most = Math.max(...places.map(({ listings }) => listings))
  return (
    <svg viewBox="0 0 744 600" className="state-map" aria-hidden="true">
      {places.map((place) => (
        <Link key={place.state} href={pathOf(place)} asChild>
          <a href={pathOf(place)} tabIndex={-1} data-chosen={place.state === chosen || undefined}>
            <title>{`${place.state}: ${listingsOf(place)}`}</title>
            <use href={`${mapFile}#${shapeIdOf(place.state)}`} {...shades[shadeOf(place.listings, most)]} />
          </a>
        </Link>
      ))}
    </svg>
  )
}

export function StateLegend() {
  return (
    <p className="state-legend text-sm text-muted">
      None
      <svg viewBox="0 0 50 5" aria-hidden="true">
        {shades.map((shade, level) => (
          <rect key={shade.fill + shade.fillOpacity} x={level * 10} width="9.5" height="5" {...shade} />
        ))}
      </svg>
      Most
    </p>
  )
}

export function StateList({ places, onChoose }: { places: Place[]; onChoose: (state?: string) => void }) {
  return (
    <ul className="state-list">
      {places.map((place) => (
        <li key={place.state}>
          <a
            href={pathOf(place)}
            onPointerEnter={() => onChoose(place.state)}
            onPointerLeave={() => onChoose()}
            onFocus={() => onChoose(place.state)}
            onBlur={() => onChoose()}
          >
            {place.state} <small>{listingsOf(place)}</small>
          </a>
        </li>
      ))}
    </ul>
  )
}

const pathOf = ({ state }: Place) => browsePath({ state })

function listingsOf({ listings, exact }: Place): string {
  return `${exact ? '' : 'about '}${pluralise(listings, 'listing')}`
}

const shades = [
  { fill: 'var(--line)', fillOpacity: 1 },
  ...[0.25, 0.45, 0.7, 1].map((fillOpacity) => ({ fill: 'var(--brand)', fillOpacity })),
]

/** 0 for none, to 4 for the most: by magnitude, since Lagos has many times what others have. */
function shadeOf(listings: number, most: number): number {
  return listings === 0 ? 0 : Math.max(1, Math.round((4 * Math.log(1 + listings)) / Math.log(1 + most)))
}
