import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { Link } from 'wouter'
import type { Draft } from '#shared/contract/drafts.ts'
import { formatNaira } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import { timeAgoInline } from '#web/lib/format.ts'
import { useNow } from '#web/lib/now.tsx'
import { paths } from '#web/lib/paths.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { basket } from '#web/ui/drawings.tsx'
import { ButtonLink, EmptyState } from '#web/ui/empty-state.tsx'
import { LoadFailure } from '#web/ui/load-failure.tsx'
import { Photo } from '#web/ui/photo.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { draftPath, draftsQuery } from './queries.ts'

const write = 'DELETE /api/drafts/:id'

export function DraftList() {
  const client = useQueryClient()
  const { data, isFetching, refetch } = useQuery({ ...draftsQuery, retryOnMount: true })
  const remove = useMutation({
    mutationFn: (id: number) => api(write, { params: { id } }),
    onSuccess: async () => {
      await refreshChanged(client, write)
      showToast({ title: 'Draft deleted' })
    },
    onError: (error) => showFailure('The draft was not deleted', error),
  })

  if (!data && isFetching)
    return <div className="skeleton h-48" role="status" aria-label="Loading your drafts" />
  if (!data) return <LoadFailure onRetry={() => void refetch()} />
  if (data.length === 0)
    return (
      <EmptyState
        drawing={basket}
        title="No drafts"
        text="A listing that you begin to write is kept here until you publish it."
        action={<ButtonLink href={paths.sell}>Write a listing</ButtonLink>}
      />
    )
  return (
    <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
      {data.map((draft) => (
        <li key={draft.id} className="grid">
          <DraftCard
            draft={draft}
            deleting={remove.isPending && remove.variables === draft.id}
            onDelete={() => {
              if (confirm('Are you sure you want to delete this draft?')) remove.mutate(draft.id)
            }}
          />
        </li>
      ))}
    </ul>
  )
}

interface DraftCardProps {
  draft: Draft
  deleting: boolean
  onDelete: () => void
}

function DraftCard({ draft: { id, content, updatedAt }, deleting, onDelete }: DraftCardProps) {
  const now = useNow()
  const { title, price, photos = [] } = content
  const name = title || 'Untitled'
  const cover = photos[0]
  return (
    <article
      aria-busy={deleting}
      className={`card flex flex-col overflow-hidden transition-opacity has-[h2_a:focus-visible]:outline-3 has-[h2_a:focus-visible]:outline-offset-2 has-[h2_a:focus-visible]:outline-brand ${deleting ? 'opacity-50' : ''}`}
    >
      {/* A press anywhere here opens the draft. */}
      <div className="group relative flex flex-1 flex-wrap gap-3.5 p-3">
        {cover ? (
          <Photo
            photo={cover}
            alt=""
            sizes="112px"
            className="aspect-square w-28 rounded-control object-cover"
          />
        ) : (
          <div className="grid aspect-square w-28 place-items-center rounded-control bg-sunken text-xs text-muted">
            No photo
          </div>
        )}
        <div className="min-w-0 flex-1 basis-[8rem]">
          <span className="badge">Draft</span>
          <h2 className="mt-1.5 leading-snug font-semibold">
            <Link
              href={draftPath(id)}
              dir="auto"
              className="line-clamp-2 group-hover:underline after:absolute after:inset-0 focus-visible:outline-none"
            >
              {name}
            </Link>
          </h2>
          {price !== undefined && (
            <p className="mt-0.5 text-lg font-extrabold tabular-nums">{formatNaira(price)}</p>
          )}
          <p className="text-sm text-muted">{`Changed ${timeAgoInline(updatedAt, now)}`}</p>
        </div>
      </div>
      <div className="grid grid-cols-2 divide-x divide-line border-t border-line text-sm font-semibold">
        <Link href={draftPath(id)} aria-label={`Continue ${name}`} className={action}>
          <Pencil size={16} /> Continue
        </Link>
        <button
          type="button"
          aria-label={`Delete draft ${name}`}
          disabled={deleting}
          onClick={onDelete}
          className={`${action} text-danger noscript:hidden`}
        >
          <Trash2 size={16} /> Delete
        </button>
      </div>
    </article>
  )
}

const action = 'flex min-h-11 items-center justify-center gap-2 transition-colors hover:bg-sunken'
