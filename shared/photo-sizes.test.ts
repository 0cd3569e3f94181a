import { expect, test } from 'vitest'
import { photoSources, photoUrl, photoWidths, sharedPhotoUrl } from './photo-sizes.ts'

const id = '0b6a3c1e-98f5-4c1c-9d0b-0123456789ab'

test('[PHOTO-SIZES] every standard width below the largest, and the largest', () => {
  expect(photoWidths(1600)).toEqual([320, 640, 960, 1600])
  expect(photoWidths(700)).toEqual([320, 640, 700])
  expect(photoWidths(1)).toEqual([1])
})

test('[PHOTO-SRCSET] a photo of ours has both formats, with or without an origin', () => {
  const url = photoUrl(id, 700)
  expect(url).toBe(`/media/photos/${id}/700.webp`)
  expect(photoSources({ url, width: 700 })).toEqual({
    src: url,
    avifSrcSet: [320, 640, 700].map((width) => `/media/photos/${id}/${width}.avif ${width}w`).join(', '),
    webpSrcSet: [320, 640, 700].map((width) => `/media/photos/${id}/${width}.webp ${width}w`).join(', '),
  })
  const absolute = photoSources({ url: `https://oja.example${url}`, width: 320 })
  expect(absolute.avifSrcSet).toBe(`https://oja.example/media/photos/${id}/320.avif 320w`)
  expect(sharedPhotoUrl(photoUrl(id, 1600))).toBe(`/media/photos/${id}/960.jpg`)
})

test('[PHOTO-SRCSET] a photo of another host is only its address', () => {
  const url = 'https://images.example/media/photos/a/960.webp'
  expect(photoSources({ url, width: null })).toEqual({
    src: url,
    avifSrcSet: undefined,
    webpSrcSet: undefined,
  })
  expect(sharedPhotoUrl(url)).toBe(url)
})
