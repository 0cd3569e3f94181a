import { useQuery } from '@tanstack/react-query'
import { Camera, Trash2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Settings } from '#shared/contract/settings.ts'
import { limits } from '#shared/limits.ts'
import { api, apiQuery } from '#web/lib/api.ts'
import { shrinkImage } from '#web/lib/shrink-image.ts'
import { UploadError, uploadPhoto } from '#web/lib/upload.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { showToast } from '#web/ui/toast.ts'
import { tellFailure } from './tell-failure.ts'
import { useKeepSettings } from './use-settings.ts'

interface Upload {
  /** A local address of the chosen picture. */
  preview: string
  /** The share that was sent, 0 to 1. */
  progress: number
}

/** One's picture: saved as soon as it is chosen. */
export function AvatarField({ settings }: { settings: Settings }) {
  const keep = useKeepSettings()
  const { data: site } = useQuery(apiQuery('GET /api/site'))
  const input = useRef<HTMLInputElement>(null)
  const running = useRef<AbortController>(null)
  const [upload, setUpload] = useState<Upload | null>(null)
  const [removing, setRemoving] = useState(false)
  useEffect(() => () => running.current?.abort(), [])

  async function replace(file: File) {
    const preview = URL.createObjectURL(file)
    const controller = new AbortController()
    const { signal } = controller
    running.current = controller
    setUpload({ preview, progress: 0 })
    try {
      const small = await shrinkImage(file)
      signal.throwIfAborted()
      if (small.size > limits.photoBytes)
        throw new UploadError('refused', 'This picture is larger than 10 MB. Please choose a smaller one.')
      const avatarUrl = await uploadPhoto({
        host: site ?? (await api('GET /api/site')),
        file: small,
        fileName: file.name,
        onProgress: (progress) => setUpload({ preview, progress }),
        signal,
      })
      keep(await api('PATCH /api/settings/profile', { body: { avatarUrl } }))
      showToast({ title: 'Picture saved' })
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof UploadError && error.said)
        showToast({ title: 'Picture not saved', description: error.said, tone: 'failure' })
      else tellFailure('Picture not saved', error)
    } finally {
      URL.revokeObjectURL(preview)
      if (!signal.aborted) setUpload(null)
    }
  }

  async function remove() {
    setRemoving(true)
    try {
      keep(await api('PATCH /api/settings/profile', { body: { avatarUrl: null } }))
      showToast({ title: 'Picture removed' })
    } catch (error) {
      tellFailure('Picture not removed', error)
    }
    setRemoving(false)
  }

  const busy = upload !== null || removing
  return (
    <div className="flex items-center gap-4 sm:gap-5">
      <div className="relative shrink-0">
        <Avatar url={upload?.preview ?? settings.avatarUrl} name={settings.fullName} size={88} />
        {upload && (
          <span className="absolute inset-0 grid place-items-center rounded-full bg-overlay font-bold text-white">
            {`${Math.round(upload.progress * 100)}%`}
          </span>
        )}
      </div>
      <div>
        <div className="flex flex-wrap gap-2">
          <button
            type="button"
            className="button button-outline max-sm:px-3.5"
            disabled={busy}
            onClick={() => input.current?.click()}
          >
            {upload ? <Spinner size={18} label="Uploading" /> : <Camera size={18} aria-hidden />}
            {settings.avatarUrl ? 'Change picture' : 'Add a picture'}
          </button>
          {settings.avatarUrl && (
            <button
              type="button"
              className="button button-quiet max-sm:px-3.5"
              disabled={busy}
              onClick={() => void remove()}
            >
              <Trash2 size={18} aria-hidden className="text-muted" />
              Remove
            </button>
          )}
        </div>
        <p className="mt-2 text-sm text-muted">A clear face builds trust. At most 10 MB.</p>
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label="Profile picture"
          tabIndex={-1}
          className="sr-only"
          onChange={({ target }) => {
            const file = target.files?.[0]
            // Choosing the same file again must be a change too.
            target.value = ''
            if (file) void replace(file)
          }}
        />
      </div>
    </div>
  )
}
