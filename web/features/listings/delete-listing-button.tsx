import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { deleteListing } from './listing-mutations.ts'

export function DeleteListingButton({ listing }: { listing: { id: number; title: string } }) {
  const [dialogOpen, setDialogOpen] = useState(false)
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteListing(client, listing.id),
    onSuccess: () => {
      showToast({ title: 'Listing deleted' })
      setDialogOpen(false)
    },
    onError: (error) => {
      setDialogOpen(false)
      showFailure('Failed to delete', error)
    },
  })
  return (
    <>
      <button
        type="button"
        aria-label={`Delete ${listing.title}`}
        className="button button-outline button-icon rounded-full shadow-flat noscript:hidden"
        onClick={() => setDialogOpen(true)}
      >
        <Trash2 className="size-4.5 text-danger" />
      </button>
      <ConfirmDialog
        open={dialogOpen}
        onClose={() => setDialogOpen(false)}
        onConfirm={() => remove.mutate()}
        title="Delete Listing"
        description={`“${listing.title}” will be taken off Oja. This action cannot be undone.`}
        confirmLabel="Delete"
        destructive
        busy={remove.isPending}
      />
    </>
  )
}
