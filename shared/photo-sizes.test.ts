import { expect, test } from 'vitest'
import { photoSources, photoUrl, photoWidths, sharedPhotoSize, sharedPhotoUrl } from './photo-sizes.ts'

const id = '0b6a3c1e-98f5-4c1c-9d0b-0123456789ab'

test('[PHOTO-SIZES] every standard width below the largest, and the largest', () => {
  expect(photoWidths(1600)).toEqual([160, 320, 640, 960, 1600])
  expect(photoWidths(700)).toEqual([160, 320, 640, 700])
  expect(photoWidths(1)).toEqual([1])
})

const url = photoUrl(id, 1600)
const avif = (...widths: number[]) =>
  widths.map((width) => `/media/photos/${id}/${width}.avif ${width}w`).join(', ')

test('[PHOTO-SRCSET] a photo is offered in the widths that its use shows, as WebP when AVIF is not supported', () => {
  expect(url).toBe(`/media/photos/${id}/960.webp`)
  expect(photoUrl(id, 500)).toBe(`/media/photos/${id}/500.webp`)
  const offered = [
    { use: 'thumb', widths: [160, 320], saving: [160] },
    { use: 'card', widths: [320, 640], saving: [320] },
    { use: 'large', widths: [640, 960, 1600], saving: [320, 640] },
  ] as const
  const sources = (...widths: number[]) => ({
    src: `/media/photos/${id}/${widths[0]}.webp`,
    avifSrcSet: avif(...widths),
  })
  for (const { use, widths, saving } of offered) {
    expect(photoSources({ url, width: 1600 }, use)).toEqual(sources(...widths))
    expect(photoSources({ url, width: 1600 }, use, true)).toEqual(sources(...saving))
  }
  const absolute = photoSources({ url: `https://oja.example${url}`, width: 320 }, 'card')
  expect(absolute.avifSrcSet).toBe(`https://oja.example/media/photos/${id}/320.avif 320w`)
  expect(sharedPhotoUrl(url)).toBe(`/media/photos/${id}/960.jpg`)
})

test('[DETAIL-OPEN-GRAPH] the size of a shared photo is that of its file', () => {
  expect(sharedPhotoSize({ url, width: 1600, height: 1067 })).toEqual({ width: 960, height: 640 })
  expect(sharedPhotoSize({ url: photoUrl(id, 500), width: 500, height: 900 })).toEqual({
    width: 500,
    height: 900,
  })
  const elsewhere = 'https://images.example/1.jpg'
  expect(sharedPhotoSize({ url: elsewhere, width: 2000, height: 1000 })).toEqual({
    width: 2000,
    height: 1000,
  })
  expect(sharedPhotoSize({ url: elsewhere, width: null, height: null })).toBeNull()
})

test('[PHOTO-SRCSET] a small photo is offered in its own size', () => {
  const small = (width: number, use: 'thumb' | 'card' | 'large', saving = false) =>
    photoSources({ url: photoUrl(id, width), width }, use, saving).avifSrcSet
  expect(small(500, 'card')).toBe(avif(320, 500))
  expect(small(500, 'large')).toBe(avif(500))
  expect(small(500, 'large', true)).toBe(avif(320, 500))
  expect(small(200, 'card')).toBe(avif(200))
  expect(small(200, 'large')).toBe(avif(200))
  expect(small(90, 'thumb', true)).toBe(avif(90))
})

test('[PHOTO-SRCSET] a photo of another host has its address only', () => {
  const elsewhere = 'https://images.example/media/photos/a/960.webp'
  expect(photoSources({ url: elsewhere, width: null }, 'card')).toEqual({
    src: elsewhere,
    avifSrcSet: undefined,
  })
  expect(sharedPhotoUrl(elsewhere)).toBe(elsewhere)
  expect(photoSources({ url, width: null }, 'card')).toEqual({ src: url, avifSrcSet: undefined })
})
