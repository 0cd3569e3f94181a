import { ChevronRight } from 'lucide-react'
import type { UserSummary } from '#shared/contract/common.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** Who sells, with the rating once there is one; leads to the profile. */
export function SellerCard({ seller }: { seller: UserSummary }) {
  return (
    <a
      href={paths.user(seller.id)}
      className="card @container flex items-center gap-4 p-4 transition hover:border-ink hover:shadow-flat"
    >
      <Avatar url={seller.avatarUrl} name={seller.fullName} size={56} />
      <span className="min-w-0 grow">
        <span className="block text-sm text-muted">Seller</span>
        <span className="block truncate font-bold">{seller.fullName}</span>
        {Number(seller.ratingAvg) > 0 && <Stars rating={seller.ratingAvg} count={seller.ratingCount} />}
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-muted @max-[14rem]:hidden" />
    </a>
  )
}
