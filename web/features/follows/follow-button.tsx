import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Check, Plus } from 'lucide-react'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useSession } from '#web/lib/session.ts'
import { askToLogIn } from '#web/ui/login-prompt.ts'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { followedIdsQuery, followedSellersQuery } from './queries.ts'

interface FollowButtonProps {
  userId: number
  fullName: string
  className: string
}

/** Follow or Following; asks visitors to log in. Absent for oneself. */
export function FollowButton({ userId, fullName, className }: FollowButtonProps) {
  const viewer = useSession()
  const client = useQueryClient()
  const askVisitor = () =>
    askToLogIn(`Log in to follow ${fullName}. We tell you when they sell something new.`)
  const followed = useQuery({ ...followedIdsQuery, enabled: Boolean(viewer) })
  const isFollowing = followed.data?.includes(userId) ?? false
  const change = useMutation({
    // One after the other: the last press wins.
    scope: { id: `follow-${userId}` },
    mutationFn: (wanted: boolean) =>
      wanted
        ? api('POST /api/follows', { body: { sellerId: userId } })
        : api('DELETE /api/follows/:id', { params: { id: userId } }),
    async onMutate(wanted) {
      await client.cancelQueries({ queryKey: followedIdsQuery.queryKey, exact: true })
      show(wanted)
    },
    onSuccess(_, wanted) {
      // The list keeps a seller who is followed no longer until it is next opened, so that a slip can be undone.
      void client.invalidateQueries({ queryKey: followedSellersQuery.queryKey, refetchType: 'none' })
      showToast(
        wanted
          ? { title: `You follow ${fullName}`, description: 'We tell you when they sell something new.' }
          : { title: `You no longer follow ${fullName}` },
      )
    },
    onError(error, wanted) {
      show(!wanted)
      if (statusOf(error) === 401) askVisitor()
      else showFailure(wanted ? 'Not followed' : 'Still followed', error, 'Please try again later.')
    },
  })
  function show(wanted: boolean) {
    client.setQueryData(followedIdsQuery.queryKey, (ids = []) => {
      const others = ids.filter((id) => id !== userId)
      return wanted ? [userId, ...others] : others
    })
  }

  if (viewer?.id === userId) return null
  return (
    <button
      type="button"
      aria-pressed={isFollowing}
      disabled={Boolean(viewer) && followed.isLoading}
      // As wide as 'Following': whether it is followed is known later, and the buttons beside it must not wrap then.
      className={`min-w-32 noscript:hidden ${className}`}
      onClick={() => (viewer ? change.mutate(!isFollowing) : askVisitor())}
    >
      {isFollowing ? <Check className="size-5" /> : <Plus className="size-5" />}
      {isFollowing ? 'Following' : 'Follow'}
      <span className="sr-only">{` ${fullName}`}</span>
    </button>
  )
}
