import { BadgeCheck, CalendarDays, MapPin, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '#shared/contract/users.ts'
import { formatCount } from '#shared/money.ts'
import { monthAndYear } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

/** Who this is, and why to trust them. */
export function ProfileHeader({ profile, actions }: { profile: Profile; actions?: ReactNode }) {
  const place = [profile.lga, profile.state].filter(Boolean).join(', ')
  const { activeListings } = profile
  return (
    <header className="card flex flex-col gap-5 p-5 sm:flex-row sm:items-start md:p-7">
      <Avatar url={profile.avatarUrl} name={profile.fullName} size={96} />
      <div className="min-w-0 grow">
        <h1 className="text-2xl font-extrabold">{profile.fullName}</h1>
        {Number(profile.ratingAvg) > 0 && (
          <p className="mt-1">
            <Stars rating={profile.ratingAvg} count={profile.ratingCount} full />
          </p>
        )}
        <ul className="mt-3 flex flex-wrap gap-2 empty:hidden">
          {profile.phoneVerifiedAt && <Verified>Phone Verified</Verified>}
          {profile.verifiedEmail && <Verified>Email Verified</Verified>}
        </ul>
        {profile.bio && <p className="mt-4 max-w-prose whitespace-pre-line">{profile.bio}</p>}
        <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
          {place && <Fact icon={<MapPin aria-hidden className="size-4" />}>{place}</Fact>}
          <Fact icon={<CalendarDays aria-hidden className="size-4" />}>
            Member since {monthAndYear(profile.createdAt)}
          </Fact>
          <Fact icon={<Tag aria-hidden className="size-4" />}>
            {formatCount(activeListings)} active {activeListings === 1 ? 'listing' : 'listings'}
          </Fact>
        </ul>
      </div>
      {actions && <div className="flex shrink-0 gap-2">{actions}</div>}
    </header>
  )
}

function Verified({ children }: { children: ReactNode }) {
  return (
    <li className="badge badge-brand">
      <BadgeCheck aria-hidden className="size-4" />
      {children}
    </li>
  )
}

function Fact({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-1.5">
      {icon}
      <span>{children}</span>
    </li>
  )
}
