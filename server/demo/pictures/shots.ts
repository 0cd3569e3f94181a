import type { Random } from '../random.ts'
import { HEIGHT, WIDTH } from './backdrop.ts'
import type { Sprite, Subject } from './subject.ts'

/** One object where a shot shows it; lengths in units of the scene. */
export interface Shown {
  sprite: Sprite
  /** Height at most; the width may be a third more. */
  size: number
  /** Degrees, clockwise. */
  angle: number
  mirrored: boolean
  /** Where the middle of its lower edge (its centre, where it lies flat) comes to be. */
  x: number
  y: number
}

export interface Shot {
  /** In the studio, even where the subject is shown outdoors. */
  indoors: boolean
  arrange(random: Random): Shown[]
}

/** The shots of a subject: the cover, then in company, each further object alone, and from close by. */
export function shotsOf(subject: Subject): Shot[] {
  const flat = subject.place === 'flat'
  const baseline = flat ? HEIGHT / 2 : 772
  const middle = WIDTH / 2
  const show = (
    sprite: Sprite,
    size: number,
    x: number,
    y: number,
    angle: number,
    mirrored = false,
  ): Shown => ({ sprite, size, x, y, angle, mirrored })
  const tilt = (random: Random) => (flat ? random.int(-9, 9) : 0)

  const cover = (random: Random) => {
    const mirrored = subject.place === 'road' && random.chance(0.4)
    return [
      show(
        subject.main,
        flat ? random.int(680, 730) : random.int(590, 650),
        middle + random.int(-30, 30),
        baseline,
        tilt(random),
        mirrored,
      ),
    ]
  }
  const close = (random: Random) => [
    show(
      subject.main,
      random.int(930, 1020),
      middle + random.int(-140, 140),
      flat ? baseline + 40 : 960,
      tilt(random),
    ),
  ]
  const company = (random: Random) => {
    const [first, second] = subject.beside
    const right = first && show(first, 270, 930, baseline + (flat ? 190 : 34), 2 * tilt(random))
    const left = second && show(second, 230, 230, baseline + (flat ? -170 : 24), 2 * tilt(random))
    const main = show(subject.main, 540, 520, flat ? baseline : baseline - 26, tilt(random))
    return [...(left ? [left] : []), main, ...(right ? [right] : [])]
  }
  const alone = (sprite: Sprite) => (random: Random) => [
    show(sprite, random.int(560, 630), middle + random.int(-60, 60), baseline, tilt(random)),
  ]
  return [
    { indoors: false, arrange: cover },
    ...(subject.beside.length > 0 ? [{ indoors: false, arrange: company }] : []),
    ...subject.more.map((sprite) => ({ indoors: true, arrange: alone(sprite) })),
    { indoors: false, arrange: close },
  ]
}
