import type { Thread } from '#shared/contract/chat.ts'

interface ClosedNoticeProps {
  reason: NonNullable<Thread['closed']> | 'LEAVING'
  otherName: string
  onUnblock: () => void
}

/** Replaces the composer when no message can be sent. */
export function ClosedNotice({ reason, otherName, onUnblock }: ClosedNoticeProps) {
  const sentences = {
    LISTING_DELETED: 'This listing was deleted. You can read what was written, but not write more.',
    BLOCKED_BY_YOU: `You blocked ${otherName}. Neither of you can write here.`,
    LEAVING: 'Your account waits to be deleted. Keep it, in your settings, to write here.',
    UNAVAILABLE: `You cannot write to ${otherName} any more.`,
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-3 text-center text-sm text-muted"
    >
      <p>{sentences[reason]}</p>
      {reason === 'BLOCKED_BY_YOU' && (
        <button type="button" className="button button-outline" onClick={onUnblock}>
          Unblock
        </button>
      )}
    </div>
  )
}
