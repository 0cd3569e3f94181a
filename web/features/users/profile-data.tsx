import type { Profile } from '#shared/contract/users.ts'
import { toDataBlock } from '#web/lib/data-block.ts'
import { useAbsoluteUrl } from '#web/lib/page-context.ts'
import { paths } from '#web/lib/paths.ts'

/** Structured data of a profile (https://schema.org/ProfilePage) for search engines. */
export function ProfileData({ profile }: { profile: Profile }) {
  const absolute = useAbsoluteUrl()
  const page = {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: profile.createdAt,
    mainEntity: {
      '@type': 'Person',
      '@id': absolute(paths.user(profile.id)),
      name: profile.fullName,
      alternateName: profile.username,
      ...(profile.avatarUrl ? { image: absolute(profile.avatarUrl) } : {}),
      ...(profile.bio ? { description: profile.bio } : {}),
    },
  }
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: toDataBlock(page) }} />
}
