import type { Thread } from '#shared/contract/chat.ts'
import type { Deal } from '#shared/contract/deals.ts'
import { clock, weekdays } from '#web/lib/dates.ts'
import { inLagos, months } from '#web/lib/format.ts'

/** 'Saturday 28 November, 10:00', in Lagos time. */
export function meetingTime(moment: string): string {
  const lagos = inLagos(moment)
  const day = `${weekdays[lagos.getUTCDay()]} ${lagos.getUTCDate()} ${months[lagos.getUTCMonth()]}`
  return `${day}, ${clock(moment)}`
}

/** The same in short: 'Sat 28 Nov, 10:00'. */
export const shortMeetingTime = (moment: string) =>
  meetingTime(moment).replace(/[A-Za-z]+/g, (word) => word.slice(0, 3))

/** A moment as an input of type datetime-local has it, in Lagos time. */
export const toInput = (moment: number) => inLagos(moment).toISOString().slice(0, 16)

/** The moment of such an input; null while it is not filled in. */
export function fromInput(value: string): string | null {
  const moment = Date.parse(`${value}:00+01:00`)
  return Number.isNaN(moment) ? null : new Date(moment).toISOString()
}

export const isOpen = ({ status }: Deal) => status === 'PROPOSED' || status === 'ACCEPTED'

/** Whether a deal can be proposed in a conversation now. */
export const mayPropose = ({ closed, listing, deal }: Thread) =>
  !closed && listing.status === 'ACTIVE' && !(deal && isOpen(deal))

export const otherParty = (deal: Deal, viewerId: number) =>
  deal.seller.id === viewerId ? deal.buyer : deal.seller

/** What a deal waits for, or how it ended, for one of its parties. */
export function dealStateText(deal: Deal, viewerId: number): string {
  const other = otherParty(deal, viewerId).fullName
  switch (deal.status) {
    case 'PROPOSED':
      return deal.proposedBy === viewerId ? `You proposed a deal to ${other}` : `${other} proposes a deal`
    case 'ACCEPTED':
      return `You have a deal with ${other}`
    case 'COMPLETED':
      return 'Deal completed'
    case 'DECLINED':
      return deal.endedBy === viewerId ? 'You declined this deal' : `${other} declined this deal`
    case 'CANCELLED':
      return deal.endedBy === null
        ? 'This deal ended'
        : deal.endedBy === viewerId
          ? 'You called this deal off'
          : `${other} called this deal off`
  }
}

/** The same beside the other party's name, in a few words. */
export function shortStateOf({ status, proposedBy, endedBy }: Deal, viewerId: number): string {
  switch (status) {
    case 'PROPOSED':
      return proposedBy === viewerId ? 'You proposed a deal' : 'Proposes a deal'
    case 'ACCEPTED':
      return 'Deal agreed'
    case 'COMPLETED':
      return 'Deal completed'
    case 'DECLINED':
      return 'Deal declined'
    case 'CANCELLED':
      return endedBy === null ? 'Deal ended' : 'Deal called off'
  }
}
