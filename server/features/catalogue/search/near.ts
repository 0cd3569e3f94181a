import type { Near, Radius } from '#shared/contract/catalogue.ts'
import { type LgaPoint, lgaPoints, type Point } from './lga-points.ts'

/** An LGA and how far its middle is from where somebody searches. */
interface NearLga extends LgaPoint {
  /** Kilometres. */
  distance: number
}

/** All LGAs, the nearest first. Every listing lies in one, so the order of listings by distance is this order. */
export function nearestLgas(near: Near): NearLga[] {
  const from = pointOf(near)
  return lgaPoints
    .map((lga) => ({ ...lga, distance: distanceBetween(from, lga) }))
    .sort((a, b) => a.distance - b.distance)
}

/** The part of `nearestLgas` within a radius: whole LGAs, by their middles; the nearest one always. `state`: that of the nearest. */
export function withinRadius(nearest: NearLga[], radius: Radius): NearLga[] {
  const [first] = nearest
  if (radius === 'state') return nearest.filter(({ state }) => state === first?.state)
  return nearest.filter((lga) => lga === first || lga.distance <= Number(radius))
}

/**
 * Kilometres as a card tells them: middles of areas are known to a few kilometres, so far ones are rounded to 5 or 10. 0 is only the
 * area itself.
 */
export function displayedDistance(kilometres: number): number {
  if (kilometres === 0) return 0
  const step = kilometres < 20 ? 1 : kilometres < 100 ? 5 : 10
  return Math.max(1, Math.round(kilometres / step) * step)
}

function pointOf(near: Near): Point {
  const lga = lgaPoints.find(({ place }) => place === near)
  if (lga) return lga
  const [lat = 0, lng = 0] = near.split(',').map(Number)
  return { lat, lng }
}

/** Kilometres along the surface (haversine formula). */
function distanceBetween(a: Point, b: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (from: number, to: number) => Math.sin(radians(to - from) / 2) ** 2
  const h = half(a.lat, b.lat) + Math.cos(radians(a.lat)) * Math.cos(radians(b.lat)) * half(a.lng, b.lng)
  return 2 * 6371 * Math.asin(Math.sqrt(h))
}
