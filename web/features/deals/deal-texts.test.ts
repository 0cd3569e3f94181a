import { expect, test } from 'vitest'
import type { Deal } from '#shared/contract/deals.ts'
import {
  dealStateText,
  fromInput,
  meetingTime,
  shortMeetingTime,
  shortStateOf,
  toInput,
} from './deal-texts.ts'

test('meetings are told and entered in Lagos time, whatever the clock of the device', () => {
  const moment = '2026-11-27T23:30:00.000Z'
  expect(meetingTime(moment)).toBe('Saturday 28 November, 00:30')
  expect(shortMeetingTime(moment)).toBe('Sat 28 Nov, 00:30')
  expect(toInput(Date.parse(moment))).toBe('2026-11-28T00:30')
  expect(fromInput('2026-11-28T00:30')).toBe(moment)
  expect(fromInput('')).toBeNull()
})

const [seller, buyer] = [
  { id: 1, fullName: 'Sade Seller' },
  { id: 2, fullName: 'Bola Buyer' },
]

/** The state in words for the seller and the buyer, each in full and in short. */
function texts(state: Partial<Deal>): string[] {
  const deal = { seller, buyer, proposedBy: seller.id, endedBy: null, ...state } as Deal
  return [seller, buyer].flatMap(({ id }) => [dealStateText(deal, id), shortStateOf(deal, id)])
}

test('each party reads what a deal waits for, and who ended it', () => {
  expect(texts({ status: 'PROPOSED' })).toEqual([
    'You proposed a deal to Bola Buyer',
    'You proposed a deal',
    'Sade Seller proposes a deal',
    'Proposes a deal',
  ])
  expect(texts({ status: 'ACCEPTED' })).toEqual([
    'You have a deal with Bola Buyer',
    'Deal agreed',
    'You have a deal with Sade Seller',
    'Deal agreed',
  ])
  expect(texts({ status: 'DECLINED', endedBy: buyer.id })).toEqual([
    'Bola Buyer declined this deal',
    'Deal declined',
    'You declined this deal',
    'Deal declined',
  ])
  expect(texts({ status: 'CANCELLED', endedBy: seller.id })).toEqual([
    'You called this deal off',
    'Deal called off',
    'Sade Seller called this deal off',
    'Deal called off',
  ])
  expect(texts({ status: 'CANCELLED' })).toEqual([
    'This deal ended',
    'Deal ended',
    'This deal ended',
    'Deal ended',
  ])
})
