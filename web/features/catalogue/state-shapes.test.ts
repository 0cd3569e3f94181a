import map from '@svg-maps/nigeria/nigeria.svg?raw'
import { expect, test } from 'vitest'
import { states } from '#shared/nigeria.ts'
import { shapeIdOf } from './state-shapes.ts'

test('[PLACES-MAP] the map has a shape for each state', () => {
  const shapes = [...map.matchAll(/id="([^"]+)"/g)].map(([, id]) => id)
  expect(states.map(shapeIdOf).sort()).toEqual(shapes.sort())
})
