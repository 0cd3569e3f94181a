import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { showFailure, showToast } from '#web/ui/toast.ts'
import { deleteListing } from './listing-mutations.ts'

interface DeleteListingDialogProps {
  listing: { id: number; title: string }
  open: boolean
  onClose: () => void
}

export function DeleteListingDialog({ listing, open, onClose }: DeleteListingDialogProps) {
  const client = useQueryClient()
  const remove = useMutation({
    mutationFn: () => deleteListing(client, listing.id),
    onSuccess: () => showToast({ title: 'Listing deleted' }),
    onError: (error) => showFailure('Failed to delete', error),
    onSettled: onClose,
  })
  return (
    <ConfirmDialog
      open={open}
      onClose={onClose}
      onConfirm={() => remove.mutate()}
      title="Delete Listing"
      description={`“${listing.title}” will be taken off Oja. This action cannot be undone.`}
      confirmLabel="Delete"
      destructive
      busy={remove.isPending}
    />
  )
}
