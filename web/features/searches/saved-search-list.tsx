import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { api } from '#web/lib/api.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { EditSearchDialog } from './edit-search-dialog.tsx'
import { SavedSearchCard } from './saved-search-card.tsx'
import { stateOf } from './search-state.ts'

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

  return (
    <>
      <ul className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
        {searches.map((search) => (
          <li key={search.id} className="grid min-w-0">
            <SavedSearchCard
              search={search}
              asks={inWords(stateOf(search))}
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
