import { Download } from 'lucide-react'
import { type MouseEvent, useState } from 'react'
import { download } from '#web/lib/download.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFailureToast } from './failure-toast.ts'
import { Section } from './section.tsx'

const address = '/api/settings/export'

/** The export of the user's data. Without JavaScript it is a plain link. */
export function DataSection() {
  const [busy, setBusy] = useState(false)

  async function start(event: MouseEvent) {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    try {
      await download(address, 'oja-export.zip')
      showToast({ title: 'Your data was downloaded' })
    } catch (error) {
      showFailureToast('Download failed', error)
    }
    setBusy(false)
  }

  return (
    <Section
      id="data"
      title="Your data"
      text="A ZIP file with your account, listings, photos, favorites, questions, messages and reviews."
    >
      <a href={address} download className="button button-outline" aria-disabled={busy} onClick={start}>
        {busy ? <Spinner size={18} label="Being prepared" /> : <Download size={18} />}
        Download my data
      </a>
    </Section>
  )
}
