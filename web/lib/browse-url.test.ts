import { expect, test } from 'vitest'
import { browseCall, browsePath, browseRequest, changeBrowse, readBrowse } from './browse-url.ts'

const read = (text: string) => readBrowse(new URLSearchParams(text))

test('only known, non-empty parameters of Browse are read and sent', () => {
  const address = 'search=+sofa+&category=&condition=NEW&minPrice=%20&priceType=FIXED&utm_source=x'
  expect(read(address)).toEqual({ search: 'sofa', condition: 'NEW', priceType: 'FIXED' })
  expect(browseRequest(new URLSearchParams(address)).query).toEqual(read(address))
})

test('featured=false, which filters nothing, is not a filter', () => {
  expect(read('featured=false&condition=NEW')).toEqual({ condition: 'NEW' })
  expect(read('featured=true')).toEqual({ featured: 'true' })
})

test('an address has non-empty parameters in one order, without the default sort order', () => {
  expect(browsePath({})).toBe('/listings')
  expect(browsePath({ sortBy: 'latest', state: '', lga: undefined })).toBe('/listings')
  expect(browsePath({ sortBy: 'price-asc', search: 'rice & beans', featured: 'true' })).toBe(
    '/listings?search=rice+%26+beans&featured=true&sortBy=price-asc',
  )
})

test('an address survives writing and reading', () => {
  const state = {
    search: 'Ọjà',
    category: '3',
    state: 'Cross River',
    lga: 'Calabar Municipal',
    cursor: 'a_b-c',
  }
  expect(read(browsePath(state).split('?')[1] ?? '')).toEqual(state)
  expect(browseCall(state).query).toEqual(state)
})

test('a change of filters returns to the first page', () => {
  expect(browsePath(changeBrowse({ cursor: 'abc', search: 'sofa' }, { condition: 'USED' }))).toBe(
    '/listings?search=sofa&condition=USED',
  )
})

test('changing or removing the state clears the LGA; the same state and other changes keep it', () => {
  const there = { state: 'Lagos', lga: 'Ikeja' }
  expect(changeBrowse(there, { state: 'Oyo' }).lga).toBeUndefined()
  expect(changeBrowse(there, { state: undefined }).lga).toBeUndefined()
  expect(changeBrowse(there, { state: 'Lagos' }).lga).toBe('Ikeja')
  expect(changeBrowse(there, { condition: 'NEW' }).lga).toBe('Ikeja')
})

test('a state that is chosen replaces the place to be near to', () => {
  const nearby = { search: 'sofa', near: 'Lagos/Ikeja', radius: '25', sortBy: 'near' }
  expect(browsePath(changeBrowse(nearby, { state: 'Kano' }))).toBe('/listings?search=sofa&state=Kano')
  expect(changeBrowse(nearby, { state: undefined })).toMatchObject(nearby)
})

test('the order by relevance goes with the words, the order by distance and the radius with the place', () => {
  const found = { search: 'sofa', sortBy: 'relevance' }
  expect(browsePath(changeBrowse(found, { search: undefined }))).toBe('/listings')
  expect(changeBrowse(found, { search: 'bed' }).sortBy).toBe('relevance')
  const nearby = { near: 'Lagos/Ikeja', radius: '25', sortBy: 'near' }
  expect(browsePath(changeBrowse(nearby, { near: undefined }))).toBe('/listings')
  expect(changeBrowse(nearby, { search: 'bed' })).toMatchObject(nearby)
})
