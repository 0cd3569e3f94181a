import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UserSummary } from '#shared/contract/common.ts'
import type { SellerFacts } from '#shared/contract/listings.ts'
import { limits } from '#shared/limits.ts'
import { monthAndYear } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

interface SellerCardProps {
  seller: UserSummary
  facts: SellerFacts
  /** How soon they answer, once that is known: 'Answers within 3 hours'. */
  answers: string | undefined
  actions: ReactNode
}

/** The seller: the rating if there is one, and first facts; links to the profile. */
export function SellerCard({ seller, facts, answers, actions }: SellerCardProps) {
  const { memberSince, phoneVerified, activeListings: count } = facts
  const more = count === limits.sellerListings ? '+' : ''
  return (
    <div className="card">
      <a
        href={paths.user(seller.id)}
        className="@container flex items-center gap-4 rounded-card p-4 hover:bg-sunken"
      >
        <Avatar url={seller.avatarUrl} name={seller.fullName} size={56} />
        <span className="min-w-0 grow">
          <span className="block truncate text-sm text-muted">{answers ?? 'Seller'}</span>
          <span className="block truncate font-bold">{seller.fullName}</span>
          {Number(seller.ratingAvg) > 0 && <Stars rating={seller.ratingAvg} count={seller.ratingCount} />}
        </span>
        <ChevronRight className="size-5 text-muted @max-[14rem]:hidden" />
      </a>
      <ul className="flex flex-wrap gap-2 px-4">
        <li className="badge whitespace-pre-line">Since {monthAndYear(memberSince)}</li>
        {count > 0 && <li className="badge">{`${count}${more} ${count === 1 ? 'listing' : 'listings'}`}</li>}
        {phoneVerified && <li className="badge badge-brand">Phone verified</li>}
      </ul>
      {actions}
    </div>
  )
}
