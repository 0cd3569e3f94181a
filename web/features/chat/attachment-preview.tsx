import { RotateCw, X } from 'lucide-react'
import type { Attachment } from './use-attachments.ts'

interface AttachmentPreviewsProps {
  attachments: Attachment[]
  onRetry: (attachment: Attachment) => void
  onRemove: (attachment: Attachment) => void
}

export function AttachmentPreviews({ attachments, onRetry, onRemove }: AttachmentPreviewsProps) {
  const [first, ...others] = attachments
  if (!first) return null
  if (others.length === 0)
    return (
      <AttachmentPreview attachment={first} onRetry={() => onRetry(first)} onRemove={() => onRemove(first)} />
    )
  return (
    <>
      <ul aria-label={`${attachments.length} pictures`} className="mb-2 flex gap-2 overflow-x-auto">
        {attachments.map((one, index) => (
          <li
            key={one.preview}
            className="flex shrink-0 flex-col items-center rounded-card border border-line bg-sunken p-2 text-xs"
          >
            <img src={one.preview} alt="" className="size-16 rounded-control bg-surface object-cover" />
            <span className={one.status === 'failed' ? 'text-danger' : 'text-muted'}>
              {one.status === 'done'
                ? 'Ready'
                : one.status === 'failed'
                  ? 'Not uploaded'
                  : `${Math.round(one.progress * 100)} %`}
            </span>
            <span className="flex">
              {one.status === 'failed' && one.problem !== 'refused' && (
                <button
                  type="button"
                  aria-label={`Retry picture ${index + 1}`}
                  className="button button-quiet button-icon"
                  onClick={() => onRetry(one)}
                >
                  <RotateCw size={16} />
                </button>
              )}
              <button
                type="button"
                aria-label={`Remove picture ${index + 1}`}
                className="button button-quiet button-icon"
                onClick={() => onRemove(one)}
              >
                <X size={20} />
              </button>
            </span>
          </li>
        ))}
      </ul>
      <p role="status" className="sr-only">
        {attachments.every(({ status }) => status === 'done') && 'Pictures ready'}
      </p>
      {attachments.map(
        (one, index) =>
          one.status === 'failed' && (
            <p key={one.preview} role="alert" className="mb-2 text-sm text-danger">
              {`Picture ${index + 1} was not uploaded. ${one.reason ?? ''}`}
            </p>
          ),
      )}
    </>
  )
}

interface AttachmentPreviewProps {
  attachment: Attachment
  onRetry: () => void
  onRemove: () => void
}

function AttachmentPreview({ attachment, onRetry, onRemove }: AttachmentPreviewProps) {
  const { preview, progress, status, problem, reason } = attachment
  const percent = Math.round(progress * 100)
  return (
    <div className="mb-2 flex items-center gap-3 rounded-card border border-line bg-sunken p-2">
      <img src={preview} alt="" className="size-16 shrink-0 rounded-control bg-surface object-cover" />
      <div role="status" className="min-w-0 flex-1 text-sm">
        {status === 'failed' ? (
          <p className="text-danger">{`The picture was not uploaded. ${reason ?? ''}`}</p>
        ) : status === 'done' ? (
          <p>Picture ready</p>
        ) : (
          <>
            <p>Uploading the picture...</p>
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
          <RotateCw size={16} />
          Retry
        </button>
      )}
      <button
        type="button"
        aria-label={status === 'uploading' ? 'Cancel the picture' : 'Remove the picture'}
        className="button button-quiet button-icon"
        onClick={onRemove}
      >
        <X size={20} />
      </button>
    </div>
  )
}
