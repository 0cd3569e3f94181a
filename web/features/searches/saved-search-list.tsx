import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Pause, Pencil, Play, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { formatCount } from '#shared/money.ts'
import { api } from '#web/lib/api.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { EditSearchDialog } from './edit-search-dialog.tsx'
import { browseStateOf } from './search-state.ts'

interface SavedSearchListProps {
  searches: SavedSearch[]
  inWords: (state: BrowseState) => string
  filterFields: Parameters<typeof EditSearchDialog>[0]['filterFields']
}

export function SavedSearchList({ searches, inWords, filterFields }: SavedSearchListProps) {
  const [open, setOpen] = useState<{ search: SavedSearch; does: 'edit' | 'delete' } | null>(null)
  const close = () => setOpen(null)
  const client = useQueryClient()
  const pause = useMutation({
    mutationFn: ({ id, paused }: { id: number; paused: boolean }) =>
      api('PATCH /api/saved-searches/:id', { params: { id }, body: { paused } }),
    onSuccess: (_, { paused }) => {
      showToast({ title: paused ? 'Paused: we tell you nothing about it' : 'We tell you again' })
      return refreshChanged(client, 'PATCH /api/saved-searches/:id')
    },
    onError: (error) => showFailure('Not changed', error),
  })
  const read = useMutation({
    mutationFn: (id: number) => api('POST /api/notifications/:id/read', { params: { id } }),
    onSuccess: () => refreshChanged(client, 'POST /api/notifications/:id/read'),
  })

  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {searches.map((search) => (
          <li key={search.id} className="grid min-w-0">
            <SavedSearchCard
              search={search}
              asks={inWords(browseStateOf(search))}
              onOpen={() => search.unreadId !== null && read.mutate(search.unreadId)}
              onEdit={() => setOpen({ search, does: 'edit' })}
              onDelete={() => setOpen({ search, does: 'delete' })}
              onPause={(paused) => pause.mutate({ id: search.id, paused })}
              isPausing={pause.isPending && pause.variables.id === search.id}
            />
          </li>
        ))}
      </ul>
      {open?.does === 'edit' && (
        <EditSearchDialog search={open.search} onClose={close} filterFields={filterFields} />
      )}
      {open?.does === 'delete' && <DeleteSearchDialog search={open.search} onClose={close} />}
    </>
  )
}

function DeleteSearchDialog({ search, onClose }: { search: SavedSearch; onClose: () => void }) {
  const failure = useFormFailure()
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => api('DELETE /api/saved-searches/:id', { params: { id: search.id } }),
    onSuccess: async () => {
      await refreshChanged(client, 'DELETE /api/saved-searches/:id')
      onClose()
      showToast({ title: 'Search deleted' })
    },
    onError: (error) => failure.show('The search was not deleted', error),
  })
  return (
    <FormDialog
      open
      onClose={onClose}
      title="Delete this search?"
      description={`We no longer tell you of new listings for “${search.name}”.`}
      submitLabel="Delete"
      busyLabel={remove.isPending ? 'Deleting...' : undefined}
      destructive
      failure={failure}
      onSubmit={() => remove.mutateAsync().catch(() => undefined)}
    >
      {null}
    </FormDialog>
  )
}

interface SavedSearchCardProps {
  search: SavedSearch
  asks: string
  onOpen: () => void
  onEdit: () => void
  onDelete: () => void
  onPause: (paused: boolean) => void
  isPausing: boolean
}

function SavedSearchCard({
  search,
  asks,
  onOpen,
  onEdit,
  onDelete,
  onPause,
  isPausing,
}: SavedSearchCardProps) {
  const { name, href, news, pausedAt } = search
  const paused = pausedAt !== null
  const Toggle = paused ? Play : Pause
  return (
    <article className="card p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="min-w-0 flex-1 leading-snug font-semibold tracking-normal wrap-anywhere">
          <a href={href} onClick={onOpen} className="inline-flex min-h-11 items-center hover:underline">
            {name}
          </a>
        </h2>
        {paused ? (
          <p className="badge">Paused</p>
        ) : (
          news > 0 && <p className="badge badge-brand">{`${formatCount(news)} new`}</p>
        )}
      </div>
      <p className="text-sm text-muted wrap-anywhere">{asks}</p>
      <div className="mt-3 flex flex-wrap gap-1 noscript:hidden">
        <a href={href} onClick={onOpen} className="button">
          Open
          <span className="sr-only">{` ${name}`}</span>
        </a>
        <BusyButton className="button button-outline" busy={isPausing} onClick={() => onPause(!paused)}>
          <Toggle size={18} />
          {paused ? 'Resume' : 'Pause'}
          <span className="sr-only">{` ${name}`}</span>
        </BusyButton>
        <button
          type="button"
          aria-label={`Edit ${name}`}
          className="button button-quiet button-icon"
          onClick={onEdit}
        >
          <Pencil size={18} />
        </button>
        <button
          type="button"
          aria-label={`Delete ${name}`}
          className="button button-quiet button-icon text-muted hover:text-danger"
          onClick={onDelete}
        >
          <Trash2 size={18} />
        </button>
      </div>
    </article>
  )
}
