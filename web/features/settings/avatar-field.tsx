import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { formatBytes } from '#shared/bytes.ts'
import type { Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { api } from '#web/lib/api.ts'
import { statusOf } from '#web/lib/errors.ts'
import { useBackOnline } from '#web/lib/online.ts'
import { sendPicture } from '#web/lib/send-picture.ts'
import { UploadError } from '#web/lib/upload.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { showToast } from '#web/ui/toast.ts'
import { showFailureToast } from './failure-toast.ts'
import { useUpdateSettingsCache } from './use-settings.ts'

interface Upload {
  preview: string
  /** Fraction sent, 0 to 1. */
  progress: number
}

/** The profile picture, saved as soon as it is chosen. */
export function AvatarField({ settings }: { settings: Settings }) {
  const updateSettingsCache = useUpdateSettingsCache('PATCH /api/settings/profile')
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [removing, setRemoving] = useState(false)
  /** A picture whose upload failed for lack of a connection. */
  const [unsent, setUnsent] = useState<File | null>(null)
  const preview = upload?.preview
  useEffect(() => () => running.current?.abort(), [])
  // Once the picture shows something else: an address that is revoked while it loads is an error in the page.
  useEffect(() => (preview ? () => URL.revokeObjectURL(preview) : undefined), [preview])
  useBackOnline(() => unsent && void replace(unsent))

  async function replace(file: File) {
    const preview = URL.createObjectURL(file)
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setUpload({ preview, progress: 0 })
    setUnsent(null)
    try {
      const avatarUrl = await sendPicture(file, signal, (progress) => setUpload({ preview, progress }))
      updateSettingsCache(await api('PATCH /api/settings/profile', { body: { avatarUrl } }))
      showToast({ title: 'Picture saved' })
    } catch (error) {
      if (signal.aborted) return
      const { problem, said } = error instanceof UploadError ? error : {}
      if (problem ? problem === 'connection' : statusOf(error) === undefined) setUnsent(file)
      if (said) showToast({ title: 'Picture not saved', description: said, tone: 'failure' })
      else showFailureToast('Picture not saved', error)
    } finally {
      if (!signal.aborted) setUpload(null)
    }
  }

  async function remove() {
    setRemoving(true)
    setUnsent(null)
    try {
      updateSettingsCache(await api('PATCH /api/settings/profile', { body: { avatarUrl: null } }))
      showToast({ title: 'Picture removed' })
    } catch (error) {
      showFailureToast('Picture not removed', error)
    }
    setRemoving(false)
  }

  return (
    <div className="flex flex-wrap items-center gap-4 sm:gap-5">
      <div className="relative shrink-0">
        <Avatar url={upload?.preview ?? settings.avatarUrl} name={settings.fullName} size={88} />
        {upload && (
          <span className="absolute inset-0 grid place-items-center rounded-full bg-overlay font-bold text-white">
            {`${Math.round(upload.progress * 100)}%`}
          </span>
        )}
      </div>
      <div className="min-w-0 flex-1 basis-[8rem]">
        <div className="flex flex-wrap gap-2">
          <BusyButton
            className="button button-outline max-sm:px-3.5"
            busy={upload !== null}
            disabled={removing}
            onClick={() => input.current?.click()}
          >
            {upload ? (
              <span role="status" className="sr-only">
                Uploading
              </span>
            ) : (
              <Camera size={18} />
            )}
            {settings.avatarUrl ? 'Change picture' : 'Add a picture'}
          </BusyButton>
          {settings.avatarUrl && (
            <BusyButton
              className="button button-quiet max-sm:px-3.5"
              busy={removing}
              disabled={upload !== null}
              onClick={() => void remove()}
            >
              {!removing && <Trash2 size={18} className="text-muted" />}
              Remove
            </BusyButton>
          )}
        </div>
        <p role="status" className="mt-2 text-sm text-muted">
          {unsent
            ? 'Your picture is not saved yet. It is sent again once you are online.'
            : `A clear face builds trust. At most ${formatBytes(limits.photoBytes)}.`}
        </p>
        <FileInput
          ref={input}
          onFiles={([file]) => {
            if (file) void replace(file)
          }}
        />
      </div>
    </div>
  )
}
