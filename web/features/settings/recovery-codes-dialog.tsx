import { Copy, Download } from 'lucide-react'
import { PRODUCT_NAME } from '#shared/limits.ts'
import { saveBlob } from '#web/lib/download.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { copyText } from './copy-text.ts'

interface RecoveryCodesDialogProps {
  open: boolean
  onClose: () => void
  codes: string[]
}

/** Recovery codes, which are shown only once. */
export function RecoveryCodesDialog({ open, onClose, codes }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')

  function download() {
    const file = `Recovery codes for ${PRODUCT_NAME}. Each logs you in once, together with your password.\n\n${text}\n`
    saveBlob(new Blob([file], { type: 'text/plain' }), 'oja-recovery-codes.txt')
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Keep your recovery codes"
      description="If you lose your phone, one of these gets you in, once each. They are shown only now: print them, or put them into a password manager."
      footer={
        <button type="button" className="button" onClick={onClose}>
          I have kept them
        </button>
      }
    >
      <ul aria-label="Recovery codes" className="grid gap-1.5 rounded-card bg-sunken p-4 font-mono text-sm">
        {codes.map((code) => (
          <li key={code} className="break-words">
            {code}
          </li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <button
          type="button"
          className="button button-outline"
          onClick={() => void copyText(text, 'Recovery codes copied')}
        >
          <Copy size={18} />
          Copy
        </button>
        <button type="button" className="button button-outline" onClick={download}>
          <Download size={18} />
          Download
        </button>
      </div>
    </Dialog>
  )
}
