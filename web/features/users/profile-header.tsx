import { BadgeCheck, CalendarDays, Heart, MapPin, Tag } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Profile } from '#shared/contract/users.ts'
import { monthAndYear, pluralise } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Stars } from '#web/ui/stars.tsx'

export function ProfileHeader({ profile, actions }: { profile: Profile; actions?: ReactNode }) {
  const place = [profile.lga, profile.state].filter(Boolean).join(', ')
  const { activeListings, followers } = profile
  return (
    <header className="card flex flex-wrap gap-4 p-5 sm:grid sm:grid-cols-[auto_minmax(0,1fr)] sm:gap-x-6 md:p-7">
      <div className="sm:row-span-3">
        <Avatar url={profile.avatarUrl} name={profile.fullName} size={88} />
      </div>
      <div className="min-w-0 flex-1 basis-[7rem] self-center">
        <h1 className="text-2xl leading-tight font-extrabold">{profile.fullName}</h1>
        {Number(profile.ratingAvg) > 0 && (
          <p className="mt-1.5">
            <Stars rating={profile.ratingAvg} count={profile.ratingCount} full />
          </p>
        )}
      </div>
      <div className="flex basis-full flex-col gap-4 sm:col-start-2">
        <ul className="flex flex-wrap gap-2 empty:hidden">
          {profile.phoneVerifiedAt && <Verified>Phone Verified</Verified>}
          {profile.verifiedEmail && <Verified>Email Verified</Verified>}
        </ul>
        {profile.bio && (
          <p dir="auto" className="max-w-prose whitespace-pre-line">
            {profile.bio}
          </p>
        )}
        <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-muted">
          {place && <Fact icon={<MapPin className="size-4" />}>{place}</Fact>}
          <Fact icon={<CalendarDays className="size-4" />}>
            Member since {monthAndYear(profile.createdAt)}
          </Fact>
          <Fact icon={<Tag className="size-4" />}>{pluralise(activeListings, 'active listing')}</Fact>
          {followers !== undefined && (
            <Fact icon={<Heart className="size-4" />}>{pluralise(followers, 'follower')}</Fact>
          )}
        </ul>
      </div>
      {actions && (
        <div className="flex basis-full flex-wrap gap-2 sm:col-span-2 lg:col-start-2">{actions}</div>
      )}
    </header>
  )
}

function Verified({ children }: { children: ReactNode }) {
  return (
    <li className="badge badge-brand">
      <BadgeCheck className="size-4" />
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
