import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDialog = async () => (await import('./delete-listing-dialog.tsx')).DeleteListingDialog

export function DeleteListingButton({ listing }: { listing: { id: number; title: string } }) {
  const [open, setOpen] = useState(false)
  const { Component: DeleteListingDialog, preloadProps, load } = useLazyComponent(loadDialog)
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={`Delete ${listing.title}`}
        className="button button-outline button-icon rounded-full shadow-flat noscript:hidden"
        onClick={async () => setOpen(await load())}
        {...preloadProps}
      >
        <Trash2 className="size-4.5 text-danger" />
      </button>
      {DeleteListingDialog && (
        <DeleteListingDialog listing={listing} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
