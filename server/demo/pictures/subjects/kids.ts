import * as things from '../drawings/things.ts'
import { drawn, emoji, flat, floor, grass, type Subject } from '../subject.ts'

export const kids: Record<string, Subject> = {
  teddy: floor(210, emoji('1f9f8'), [emoji('1f381')]),
  pram: floor(
    60,
    drawn(() => things.pram('#4f8fa8')),
    [emoji('1f37c')],
  ),
  'pram-pink': floor(
    190,
    drawn(() => things.pram('#d9839f')),
    [emoji('1f9f8')],
  ),
  cot: floor(
    230,
    drawn(() => things.cot('#c4935f')),
    [emoji('1f9f8')],
  ),
  'toy-car': floor(
    85,
    drawn(() => things.toyCar('#d9483b')),
  ),
  'toy-car-blue': floor(
    55,
    drawn(() => things.toyCar('#2f7fc4')),
  ),
  blocks: floor(
    250,
    drawn(() => things.blocks()),
    [emoji('1f9e9')],
  ),
  bottle: floor(340, emoji('1f37c'), [emoji('1f9f4')]),
  train: floor(90, emoji('1f682'), [emoji('1f9e9')]),
  'school-bag': floor(230, emoji('1f392', { hue: 220 }), [emoji('270f-fe0f')]),
  'kids-bicycle': grass(60, emoji('1f6b2', { hue: 300 })),
  'kids-clothes': flat(300, emoji('1f455', { hue: 60 }), [emoji('1f9e6')]),
  'kids-dress': flat(165, emoji('1f457', { hue: 110, brightness: 1.15 }), [emoji('1f461')]),
  scooter2: floor(85, emoji('1f6f4'), [emoji('26bd')]),
  dinosaur: floor(50, emoji('1f995'), [emoji('1f996')]),
  puzzle: flat(280, emoji('1f9e9'), [emoji('1f3b2')]),
  abacus: floor(200, emoji('1f9ee'), [emoji('1f58d-fe0f')]),
  skates: floor(200, emoji('1f6fc')),
}
