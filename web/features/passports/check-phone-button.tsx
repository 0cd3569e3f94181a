import { Smartphone } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { useSearch } from '#web/lib/shown-location.tsx'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'

const loadDialog = async () => (await import('./check-phone-dialog.tsx')).CheckPhoneDialog

/** Opens the phone check. Visitors log in first, and return to the open dialog. */
export function CheckPhoneButton({ listingId }: { listingId: number }) {
  const session = useSession()
  const [open, setOpen] = useState(new URLSearchParams(useSearch()).has('check'))
  const {
    Component: CheckPhoneDialog,
    preloadProps,
    load,
  } = useLazyComponent(loadDialog, Boolean(session) && open)
  const label = (
    <>
      <Smartphone className="size-5" />
      Check this phone
    </>
  )
  if (!session)
    return (
      <a
        href={paths.loginThen(`${paths.listing(listingId)}?check=phone`)}
        target="_self"
        className="button button-outline"
      >
        {label}
      </a>
    )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className="button button-outline noscript:hidden"
        onClick={async () => {
          if (await load()) setOpen(true)
        }}
        {...preloadProps}
      >
        {label}
      </button>
      {CheckPhoneDialog && (
        <CheckPhoneDialog listingId={listingId} open={open} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
