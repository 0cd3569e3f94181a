import { expect, test } from 'vitest'
import { changePhotos, isUploading, type PhotoItem, uploadedPhoto, uploadedUrls } from './photo-list.ts'

const three = ['a', 'b', 'c'].map(uploadedPhoto)
const waiting: PhotoItem = { key: 'd', url: null, preview: 'blob:d', status: 'waiting', progress: 0 }

test('photos move to any position and keep their number', () => {
  const order = (key: string, to: number) =>
    uploadedUrls(changePhotos(three, { type: 'moved', key, to })).join('')
  expect(order('c', 0)).toBe('cab')
  expect(order('a', 1)).toBe('bac')
  expect(order('a', 2)).toBe('bca')
  expect(order('b', 1)).toBe('abc')
  expect(order('gone', 0)).toBe('abc')
})

test('only uploaded photos are sent, in order', () => {
  const four = changePhotos(three, { type: 'added', items: [waiting] })
  expect(isUploading(three)).toBe(false)
  expect(isUploading(four)).toBe(true)
  expect(uploadedUrls(four)).toEqual(['a', 'b', 'c'])
  const sent = changePhotos(four, { type: 'updated', key: 'd', values: { status: 'done', url: 'd' } })
  expect(uploadedUrls(changePhotos(sent, { type: 'moved', key: 'd', to: 0 }))).toEqual(['d', 'a', 'b', 'c'])
  expect(uploadedUrls(changePhotos(sent, { type: 'removed', key: 'b' }))).toEqual(['a', 'c', 'd'])
})
