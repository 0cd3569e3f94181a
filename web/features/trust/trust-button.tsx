import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { useLazyComponent } from '#web/ui/use-lazy-component.ts'
import type { TrustSubject } from './trust-dialog.tsx'

const loadDialog = async () => (await import('./trust-dialog.tsx')).TrustDialog

interface TrustButtonProps extends TrustSubject {
  className?: string
  iconOnly?: boolean
}

/** Opens the facts about a person, and about their listing. */
export function TrustButton({
  className = 'button button-quiet w-full',
  iconOnly = false,
  ...subject
}: TrustButtonProps) {
  const [open, setOpen] = useState(false)
  const { Component: TrustDialog, preloadProps, load } = useLazyComponent(loadDialog)
  const label = subject.isOwn ? 'What others see' : 'Who is this?'

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={iconOnly ? label : undefined}
        className={`noscript:hidden ${className}`}
        onClick={async () => setOpen(await load())}
        {...preloadProps}
      >
        <ShieldCheck className="size-5" />
        {!iconOnly && label}
      </button>
      {TrustDialog && <TrustDialog {...subject} title={label} open={open} onClose={() => setOpen(false)} />}
    </>
  )
}
