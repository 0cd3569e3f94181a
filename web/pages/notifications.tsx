import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef } from 'react'
import { Link } from 'wouter'
import type { Notification } from '#shared/contract/notifications.ts'
import { NotificationList } from '#web/features/notifications/notification-list.tsx'
import { notificationsQuery } from '#web/features/notifications/queries.ts'
import { listKey, unreadNotificationsQuery } from '#web/features/notifications/unread.ts'
import { api } from '#web/lib/api.ts'
import { mayStillSucceed, messageOf, statusOf } from '#web/lib/errors.ts'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useConnected } from '#web/lib/socket.ts'
import { useLoadedPages } from '#web/lib/use-loaded-pages.ts'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { bubble } from '#web/ui/more-drawings.tsx'
import { NextPage } from '#web/ui/next-page.tsx'
import { PageHead } from '#web/ui/page-head.tsx'
import { showFailure } from '#web/ui/toast.ts'
import { unreadText } from '#web/ui/unread-badge.tsx'

/** Where people choose what they are told of. */
const sources = [
  ['Saved searches', paths.savedSearches],
  ['Following', `${paths.favorites}#following`],
  ['Settings', `${paths.settings}#notifications`],
]

/** /notifications: the user's notifications by day; older pages open below. The route is for signed-in users only. */
export function Page() {
  const search = new URLSearchParams(useSearch())
  const isFirst = !search.has('cursor')
  const [count, setCount] = useLoadedPages()
  const { data, error, isFetching, refetch } = useQuery({
    ...notificationsQuery(search),
    retryOnMount: mayStillSucceed,
  })
  const { data: unread } = useQuery(unreadNotificationsQuery)
  const client = useQueryClient()
  // No event told of what happened before the connection.
  useConnected(() => void client.invalidateQueries({ queryKey: listKey }, { cancelRefetch: false }))
  const isOlderAsked = useRef(false)
  const newest = isFirst ? data?.items[0] : undefined

  return (
    <div className="page pt-6 pb-16">
      <PageHead title="Notifications" />
      <div className="max-w-2xl">
        <div className="flex flex-wrap items-center gap-3">
          <div className="grow">
            <h1 className="text-2xl font-extrabold sm:text-3xl">Notifications</h1>
            <p className="mt-0.5 text-muted" aria-live="polite">
              {unread && (unread.count > 0 ? `${unreadText(unread.count)} unread` : 'All read')}
            </p>
          </div>
          {newest && <ReadAll until={newest.happenedAt} isNeeded={(unread?.count ?? 0) > 0} />}
        </div>
        <nav aria-label="What you are told of" className="mt-3 mb-5 flex flex-wrap gap-2">
          {sources.map(([label, href]) => (
            <a key={label} href={href} className="chip px-3">
              {label}
            </a>
          ))}
        </nav>
        {data && data.items.length > 0 ? (
          <LoadedPages
            search={search}
            count={count}
            asked={isOlderAsked}
            onMore={(isPressed) => {
              isOlderAsked.current = isPressed
              setCount(count + 1)
            }}
          />
        ) : data ? (
          <EmptyState
            drawing={bubble}
            title={isFirst ? 'Nothing to tell you yet' : 'Nothing older'}
            text="When somebody writes to you, asks you or reviews you, you read it here."
            action={<ButtonLink href={paths.browse}>Browse Listings</ButtonLink>}
          />
        ) : isFetching ? (
          <div className="skeleton min-h-dvh" role="status" aria-label="Loading the notifications" />
        ) : statusOf(error) === 400 ? (
          <p role="alert">{messageOf(error)}</p>
        ) : (
          <LoadFailure onRetry={() => void refetch()} />
        )}
        {!isFirst && (
          <Link href={paths.notifications} className="button button-outline mt-5">
            Newest notifications
          </Link>
        )}
      </div>
    </div>
  )
}

interface LoadedPagesProps {
  search: URLSearchParams
  /** How many are loaded, from this one on. */
  count: number
  /** `isPressed` false: the reader only came near the end. */
  onMore: (isPressed: boolean) => void
  /** Whether a press asked for the last page. */
  asked: RefObject<boolean>
  before?: Notification | undefined
}

/** The loaded pages of the list, each loaded by its cursor, and the way to the next one. */
function LoadedPages({ search, count, onMore, asked, before }: LoadedPagesProps) {
  const { data, isFetching, refetch } = useQuery({
    ...notificationsQuery(search),
    retryOnMount: mayStillSucceed,
    // A new notification changes the cursors of older pages: each stays until its successor arrives.
    placeholderData: keepPreviousData,
  })
  if (!data && isFetching)
    return <div className="skeleton mt-5 h-96" role="status" aria-label="Loading older notifications" />
  if (!data) return <LoadFailure onRetry={() => void refetch()} />
  const next = data.nextCursor ? new URLSearchParams({ cursor: data.nextCursor }) : null
  return (
    <>
      <NotificationList notifications={data.items} before={before} asked={asked} />
      {next && count > 1 && (
        <LoadedPages
          search={next}
          count={count - 1}
          onMore={onMore}
          asked={asked}
          before={data.items.at(-1)}
        />
      )}
      {next && count === 1 && (
        <div className="mt-5 text-center">
          <NextPage href={`${paths.notifications}?${next}`} label="Older notifications" onMore={onMore} />
        </div>
      )}
    </>
  )
}

/** Marks everything up to the newest that is on the screen. */
function ReadAll({ until, isNeeded }: { until: string; isNeeded: boolean }) {
  const client = useQueryClient()
  const read = useMutation({
    mutationFn: () => api('POST /api/notifications/read', { body: { until } }),
    onSuccess: () => refreshChanged(client, 'POST /api/notifications/read'),
    onError: (error) => showFailure('Not marked', error, 'Please check your connection and try again'),
  })
  // It stays when there is nothing left to do: the focus is on it.
  const isIdle = isNeeded && !read.isPending
  return (
    <button
      type="button"
      className="button button-outline noscript:hidden"
      aria-disabled={!isIdle}
      onClick={() => isIdle && read.mutate()}
    >
      Mark all as read
    </button>
  )
}
