import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, apiQuery } from '#web/lib/api.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFailureToast } from './failure-toast.ts'
import { LoadingOrRetry, Section } from './section.tsx'

const blocksQuery = apiQuery('GET /api/blocks')

export function BlocksSection() {
  const client = useQueryClient()
  const now = useNow()
  const { data: people, isFetching, refetch } = useQuery({ ...blocksQuery, retryOnMount: true })
  const unblock = useMutation({
    mutationFn: ({ id }: { id: number; fullName: string }) =>
      api('DELETE /api/blocks/:id', { params: { id } }),
    onSuccess: (_, { id, fullName }) => {
      client.setQueryData(blocksQuery.queryKey, (all) => all?.filter((person) => person.id !== id))
      void refreshChanged(client, 'DELETE /api/blocks/:id')
      showToast({ title: 'Unblocked', description: `${fullName} can write to you again.` })
    },
    onError: (error) => showFailureToast('Not unblocked', error),
  })

  return (
    <Section
      id="blocked"
      title="Blocked people"
      text="Neither of you can write to the other. They are not told."
    >
      {!people ? (
        <LoadingOrRetry reading={isFetching} onRetry={() => void refetch()} />
      ) : people.length === 0 ? (
        <p className="rounded-control bg-sunken px-4 py-3 text-muted">You have not blocked anybody.</p>
      ) : (
        <ul className="divide-y divide-line">
          {people.map((person) => (
            <li key={person.id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <Avatar url={person.avatarUrl} name={person.fullName} size={40} />
              <div className="min-w-0 flex-1 basis-[5rem]">
                <p className="truncate font-semibold">{person.fullName}</p>
                <p className="text-sm text-muted">{`Blocked ${timeAgoInline(person.blockedAt, now)}`}</p>
              </div>
              <BusyButton
                className="button button-outline shrink-0"
                aria-label={`Unblock ${person.fullName}`}
                busy={unblock.isPending && unblock.variables.id === person.id}
                onClick={() => unblock.mutate(person)}
              >
                Unblock
              </BusyButton>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
