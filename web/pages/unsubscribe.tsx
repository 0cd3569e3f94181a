import { mailKindOf, mailKinds } from '#shared/notification-topics.ts'
import { paths } from '#web/lib/paths.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { signpost } from '#web/ui/drawings.tsx'
import { EmptyState, OutlineLink } from '#web/ui/empty-state.tsx'
import { PageHead } from '#web/ui/page-head.tsx'

/**
 * /unsubscribe: target of the link in mails. Opening it changes nothing, since programs open links too; the button submits a
 * plain form without a script, which leads back here with the kind of mail that was turned off.
 */
export function Page() {
  const search = new URLSearchParams(useSearch())
  const token = search.get('token')
  const turnedOff = mailKindOf(search.get('off'))
  const asked = mailKindOf(token?.split('-')[0])
  return (
    <div className="page py-6">
      <PageHead title="Mails" />
      {turnedOff ? (
        <EmptyState
          level={1}
          drawing={signpost}
          title={`Mails about ${mailKinds[turnedOff]} are off`}
          text="You still see everything on Oja itself, and codes and news about your account come in any case."
          action={settings('Change it in the settings')}
        />
      ) : asked && token ? (
        <EmptyState
          level={1}
          drawing={signpost}
          title={`No more mails about ${mailKinds[asked]}?`}
          text="You still see everything on Oja itself, and you can turn them on again in your settings."
          action={
            <form
              method="post"
              action={`/unsubscribe?${new URLSearchParams({ token })}`}
              className="flex flex-wrap justify-center gap-3"
            >
              <button type="submit" className="button">
                Turn them off
              </button>
              <OutlineLink href={paths.home}>Keep them</OutlineLink>
            </form>
          }
        />
      ) : (
        <EmptyState
          level={1}
          drawing={signpost}
          title="This link is incomplete"
          text="Open it again from the mail, or choose in your settings which mails you get."
          action={settings('Go to the settings')}
        />
      )}
    </div>
  )
}

const settings = (words: string) => (
  <OutlineLink href={`${paths.settings}#notifications`}>{words}</OutlineLink>
)
