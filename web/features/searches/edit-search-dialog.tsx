import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { SavedSearch } from '#shared/contract/searches.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import type { BrowseState } from '#web/lib/browse-url.ts'
import { refreshChanged } from '#web/lib/refresh-changed.ts'
import { Field } from '#web/ui/field.tsx'
import { FormDialog } from '#web/ui/form-dialog.tsx'
import { useFormFailure } from '#web/ui/form-failure.tsx'
import { showToast } from '#web/ui/toast.ts'
import { bodyOf, browseStateOf, searchIn } from './search-state.ts'

interface EditSearchDialogProps {
  search: SavedSearch
  onClose: () => void
  filterFields: (draft: BrowseState, onChange: (draft: BrowseState) => void) => ReactNode
}

export function EditSearchDialog({ search, onClose, filterFields }: EditSearchDialogProps) {
  const [name, setName] = useState(search.isNamed ? search.name : '')
  const [draft, setDraft] = useState(browseStateOf(search))
  const asked = searchIn(draft)
  const failure = useFormFailure()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: (filters: BrowseState) =>
      api('PATCH /api/saved-searches/:id', {
        params: { id: search.id },
        body: { name: name.trim() || null, filters: bodyOf(filters) },
      }),
    onSuccess: async () => {
      await refreshChanged(client, 'PATCH /api/saved-searches/:id')
      onClose()
      showToast({ title: 'Search changed' })
    },
    onError: (error) => failure.show('The search was not changed', error),
  })

  return (
    <FormDialog
      open
      onClose={onClose}
      title="Edit this search"
      description="We tell you of new listings that have all of this."
      submitLabel="Save"
      busyLabel={change.isPending ? 'Saving...' : undefined}
      ready={asked !== null}
      failure={failure}
      onSubmit={() => asked && change.mutateAsync(asked).catch(() => undefined)}
    >
      <Field label="Name" hint="Without one, it is called by its words and place.">
        <input
          className="input"
          value={name}
          maxLength={limits.savedSearches.name}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field label="Words">
        <input
          className="input"
          value={draft.search ?? ''}
          maxLength={limits.search.max}
          autoComplete="off"
          onChange={(event) => setDraft({ ...draft, search: event.target.value || undefined })}
        />
      </Field>
      {filterFields(draft, setDraft)}
    </FormDialog>
  )
}
