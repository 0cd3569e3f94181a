import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'wouter'
import type { AdminListing, AdminUser } from '#shared/contract/admin.ts'
import { api } from '#web/lib/api.ts'
import { pluralise } from '#web/lib/format.ts'
import { refreshChanged, type WriteKey } from '#web/lib/refresh-changed.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { useDialogTarget } from '#web/ui/use-dialog-target.tsx'
import { adminListingPath, adminPath, adminUserPath, listingsQuery, usersQuery } from './admin-url.ts'
import { type ActionReason, banTexts, ReasonDialog } from './reason-dialog.tsx'
import { aboutYou } from './texts.ts'

interface Action {
  label: string
  /** Whom it concerns, for screen readers. */
  who?: string
  title: string
  description: string
  danger?: boolean
  endpoint: WriteKey
  call: (why: ActionReason) => Promise<unknown>
  offersRules?: boolean
  done: string
}

interface TargetModerationProps {
  listing?: { id: number; sellerId: number }
  user?: { id: number }
}

/** What an administrator can do with the listing, or the account, of this page: a line and a row of buttons, for which pages keep the place. */
export function TargetModeration({ listing: ofListing, user: ofUser }: TargetModerationProps) {
  const listingId = ofListing?.id
  const userId = ofListing?.sellerId ?? ofUser?.id ?? 0
  const { data: listings } = useQuery({
    ...listingsQuery({ tab: 'listings', q: `#${listingId}`, deleted: 'true' }),
    enabled: listingId !== undefined,
  })
  const { data: users } = useQuery(usersQuery({ tab: 'users', q: `#${userId}` }))
  const listing = listings?.items.find(({ id }) => id === listingId)
  const user = users?.items.find(({ id }) => id === userId)
  const reports = (listing ? listing.openReports : (user?.openReports ?? 0)) || 0
  const actions = [
    ...(listing ? listingActions(listing) : []),
    ...(user ? userActions(user, listingId ? 'seller' : 'user') : []),
  ]
  const dialogTarget = useDialogTarget<Action>()
  const client = useQueryClient()
  const run = useMutation({
    mutationFn: ({ action, why }: { action: Action; why: ActionReason }) => action.call(why),
    onSuccess: (_, { action }) => showToast({ title: action.done }),
    onError: (error) => showFailure('Not saved', error),
    onSettled: (_, __, { action }) => refreshChanged(client, action.endpoint),
  })

  return (
    <section aria-label="Moderation" className="rounded-card border border-line-strong p-3 text-sm">
      <p className="flex flex-wrap items-center gap-x-4">
        <span className="font-semibold">Moderation</span>
        {reports > 0 && (
          <Link
            href={adminPath({ tab: 'reports', q: `#${listingId ?? userId}` })}
            className="flex min-h-11 items-center font-semibold text-danger hover:underline"
          >
            {pluralise(reports, 'open report')}
          </Link>
        )}
        <Link
          href={listingId === undefined ? adminUserPath(userId) : adminListingPath(listingId)}
          className="link ml-auto flex min-h-11 items-center font-semibold"
        >
          Dashboard
        </Link>
      </p>
      <div className="flex min-h-11 flex-wrap gap-2">
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            disabled={listing?.mayDecide === false}
            aria-disabled={run.isPending || undefined}
            className={`button px-3 text-sm ${action.danger ? 'button-danger' : 'button-outline'}`}
            onClick={() => !run.isPending && dialogTarget.ask(action)}
          >
            {action.label}
            {action.who && <span className="sr-only">{` ${action.who}`}</span>}
          </button>
        ))}
      </div>
      {listing?.mayDecide === false && actions.length > 0 && <p className="mt-2 text-muted">{aboutYou}</p>}
      {dialogTarget.render((action, dialog) => (
        <ReasonDialog
          {...dialog}
          title={action.title}
          description={action.description}
          confirmLabel={action.label}
          destructive={action.danger ?? false}
          hint="The owner gets it by mail."
          offersRules={action.offersRules}
          onConfirm={(why) => {
            dialogTarget.close()
            run.mutate({ action, why })
          }}
        />
      ))}
    </section>
  )
}

function listingActions({
  id,
  title,
  status,
  hiddenByModerator,
  wasSold,
  deletedAt,
}: AdminListing): Action[] {
  if (deletedAt) return []
  const params = { id }
  const remove: Action = {
    label: 'Delete',
    title: 'Delete Listing',
    description: `“${title}” will be taken off Oja.`,
    danger: true,
    endpoint: 'DELETE /api/admin/listings/:id',
    offersRules: true,
    call: (why) => api('DELETE /api/admin/listings/:id', { params, body: { ...why } }),
    done: 'Listing deleted',
  }
  const endpoint = 'PATCH /api/admin/listings/:id'
  const set = (to: 'ACTIVE' | 'SOLD' | 'HIDDEN') => (why: ActionReason) =>
    api(endpoint, { params, body: { status: to, ...why } })
  const show: Action = {
    label: 'Show',
    title: 'Show Listing',
    description: `Everyone can see “${title}” again.`,
    endpoint,
    call: set(wasSold ? 'SOLD' : 'ACTIVE'),
    done: 'Listing updated',
  }
  const hide: Action = {
    label: 'Hide',
    title: 'Hide Listing',
    description: `“${title}” will be hidden from everyone but its owner, who cannot show it again.`,
    endpoint,
    offersRules: true,
    call: set('HIDDEN'),
    done: 'Listing updated',
  }
  // A listing that its owner hid can be hidden by a moderator, too.
  return [...(status === 'HIDDEN' ? [show] : []), ...(hiddenByModerator ? [] : [hide]), remove]
}

function userActions(user: AdminUser, what: 'seller' | 'user'): Action[] {
  const { id, fullName, role, isBanned } = user
  if (role === 'ADMIN') return []
  const endpoint = isBanned ? 'POST /api/admin/users/:id/unban' : 'POST /api/admin/users/:id/ban'
  return [
    {
      label: `${isBanned ? 'Unban' : 'Ban'} ${what}`,
      who: fullName,
      ...banTexts(user),
      danger: !isBanned,
      endpoint,
      offersRules: !isBanned,
      call: (why) => api(endpoint, { params: { id }, body: { ...why } }),
      done: isBanned ? 'User unbanned' : 'User banned',
    },
  ]
}
