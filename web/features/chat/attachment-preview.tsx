import { RotateCw, X } from 'lucide-react'
import type { Attachment } from './use-attachment.ts'

interface AttachmentPreviewProps {
  attachment: Attachment
  onRetry: () => void
  onRemove: () => void
}

/** The chosen picture above the field: how far it is, and how to stop it. */
export function AttachmentPreview({ attachment, onRetry, onRemove }: AttachmentPreviewProps) {
  const { preview, progress, status, problem, reason } = attachment
  const percent = Math.round(progress * 100)
  return (
    <div className="mb-2 flex items-center gap-3 rounded-card border border-line bg-sunken p-2">
      <img src={preview} alt="" className="size-16 shrink-0 rounded-control bg-surface object-cover" />
      <div className="min-w-0 flex-1 text-sm">
        {status === 'failed' ? (
          <p role="alert" className="text-danger">{`The picture was not uploaded. ${reason ?? ''}`}</p>
        ) : status === 'done' ? (
          <p>Picture ready</p>
        ) : (
          <>
            <p>Uploading the picture…</p>
            <progress
              value={percent}
              max={100}
              aria-label="Upload of the picture"
              className="mt-1.5 h-1.5 w-full max-w-60 appearance-none overflow-hidden rounded-full bg-line [&::-moz-progress-bar]:bg-brand [&::-webkit-progress-bar]:bg-line [&::-webkit-progress-value]:bg-brand"
            />
          </>
        )}
      </div>
      {status === 'failed' && problem !== 'refused' && (
        <button type="button" className="button button-quiet px-3 text-sm" onClick={onRetry}>
          <RotateCw size={16} aria-hidden />
          Retry
        </button>
      )}
      <button
        type="button"
        aria-label={status === 'uploading' ? 'Cancel the picture' : 'Remove the picture'}
        className="button button-quiet button-icon"
        onClick={onRemove}
      >
        <X size={20} aria-hidden />
      </button>
    </div>
  )
}
