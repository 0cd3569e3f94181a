import { ImagePlus, Reply, SendHorizontal, X } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { Thread } from '#shared/contract/chat.ts'
import type { Photo } from '#shared/contract/common.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { readDraft, writeDraftText } from '#web/lib/text-drafts.ts'
import { BusyButton } from '#web/ui/busy-button.tsx'
import { FileInput } from '#web/ui/file-input.tsx'
import { AttachmentPreviews } from './attachment-preview.tsx'
import type { MessageItem } from './message-items.ts'
import { picturesIn, useAttachments } from './use-attachments.ts'
import { useEmitTyping } from './use-typing.ts'

/** Number of remaining characters from which the counter is shown. */
const counterFrom = 500
/** Maximum height of the field in pixels, also in its class. */
const maxHeightPx = 160
const types = 'image/jpeg,image/png,image/webp,image/avif'

export interface ComposerHandle {
  attach(files: File[]): void
  focus(): void
}

interface ComposerProps {
  ref: Ref<ComposerHandle>
  viewerId: number
  threadId: number
  isSending: boolean
  /** The message that the next one answers, and the name of its writer. */
  replyTarget: { item: MessageItem; from: string } | null
  onCancelReply: () => void
  /** Called once for each picture, in order. */
  onSend: (message: { body: string; photo: Photo | null }) => void
}

/** The message field. Enter sends, Shift+Enter starts a new line; an unsent text is stored on this device. */
export function Composer(props: ComposerProps) {
  const { ref, viewerId, threadId, isSending, replyTarget, onCancelReply, onSend } = props
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const attachButton = useRef<HTMLButtonElement>(null)
  const draft = `${viewerId}:${threadId}`
  const { attachments, add, retry, remove, clear } = useAttachments(draft)
  const emitTyping = useEmitTyping(threadId)
  useImperativeHandle(ref, () => ({ attach: add, focus: () => field.current?.focus() }))

  // The field may hold what was typed before hydration.
  useEffect(() => setText(field.current?.value || readDraft(draft) || ''), [draft])
  // Focus the field after choosing a conversation beside the list; on a phone the keyboard would cover the messages.
  useEffect(() => {
    const { fromList } = (history.state ?? {}) as { fromList?: boolean }
    if (fromList && matchMedia('(width >= 48rem) and (hover: hover)').matches)
      field.current?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    const element = field.current
    if (!element || CSS.supports('field-sizing', 'content')) return
    // Browsers that do not size it by its content; reading the height lays out the page.
    element.style.height = 'auto'
    element.style.height = `${Math.min(maxHeightPx, element.scrollHeight + 2)}px`
  })

  const isReady =
    attachments.length > 0 ? attachments.every(({ status }) => status === 'done') : plainLines(text) !== ''
  const left = limits.message.max - text.length

  function write(value: string) {
    setText(value)
    writeDraftText(draft, value)
    if (plainLines(value)) emitTyping()
  }

  function cancelReply() {
    field.current?.focus({ preventScroll: true })
    onCancelReply()
  }

  /** The buttons of a picture go away when they are pressed. */
  function change(act: typeof remove): typeof remove {
    return (one) => {
      attachButton.current?.focus({ preventScroll: true })
      act(one)
    }
  }

  function send() {
    if (!isReady) return
    const body = plainLines(text)
    // The text stands under the last picture.
    for (const one of attachments.slice(0, -1)) onSend({ body: '', photo: one.photo ?? null })
    onSend({ body, photo: attachments.at(-1)?.photo ?? null })
    setText('')
    writeDraftText(draft, '')
    clear()
    field.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onPaste(event: ClipboardEvent) {
    const pictures = picturesIn(event.clipboardData.files)
    if (pictures.length === 0) return
    event.preventDefault()
    add(pictures)
  }

  return (
    <form
      className="border-t border-line bg-surface px-2 pt-2 noscript:hidden pb-[max(0.75rem,env(safe-area-inset-bottom))] md:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto max-w-3xl">
        {replyTarget && <ReplyPreview {...replyTarget} onCancel={cancelReply} />}
        <AttachmentPreviews attachments={attachments} onRetry={change(retry)} onRemove={change(remove)} />
        <div className="flex items-end gap-1.5">
          <FileInput ref={chooser} accept={types} multiple onFiles={add} />
          <button
            ref={attachButton}
            type="button"
            aria-label="Attach a picture"
            className="button button-quiet button-icon shrink-0 rounded-full"
            onClick={() => chooser.current?.click()}
          >
            <ImagePlus size={22} />
          </button>
          <textarea
            ref={field}
            rows={1}
            dir="auto"
            value={text}
            placeholder="Type a message..."
            aria-label="Message"
            maxLength={limits.message.max}
            enterKeyHint="send"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="input field-sizing-content max-h-[160px] min-w-0 flex-1 resize-none rounded-3xl leading-snug"
          />
          <button
            type="submit"
            aria-label="Send"
            disabled={!isReady || isSending}
            // The field keeps focus, so that a phone's keyboard stays open.
            onPointerDown={(event) => event.preventDefault()}
            className="button button-icon shrink-0 rounded-full"
          >
            <SendHorizontal size={20} />
          </button>
        </div>
        {left <= counterFrom && (
          <p className="pt-1 text-right text-xs text-muted">{`${left} characters left`}</p>
        )}
      </div>
    </form>
  )
}

function ReplyPreview({ item, from, onCancel }: { item: MessageItem; from: string; onCancel: () => void }) {
  return (
    <div className="mb-2 flex items-center gap-3 rounded-card border border-line bg-sunken p-2">
      <Reply size={20} />
      <p className="min-w-0 flex-1 text-sm">
        <span className="block truncate font-bold">{`Reply to ${from}`}</span>
        <span className="block truncate text-muted">{item.body || 'Image'}</span>
      </p>
      <button
        type="button"
        aria-label="Cancel the reply"
        className="button button-quiet button-icon"
        onClick={onCancel}
      >
        <X size={20} />
      </button>
    </div>
  )
}

/** Why nobody can write; `LEAVING`: the viewer's own account. */
export type ClosedReason = NonNullable<Thread['closed']> | 'LEAVING'

interface ClosedNoticeProps {
  reason: ClosedReason
  otherName: string
  isUnblocking: boolean
  onUnblock: () => void
}

/** Replaces the composer when no message can be sent. */
export function ClosedNotice({ reason, otherName, isUnblocking, onUnblock }: ClosedNoticeProps) {
  const sentences = {
    LISTING_DELETED: 'This listing was deleted. You can read what was written, but not write more.',
    BLOCKED_BY_YOU: `You blocked ${otherName}. Neither of you can write here.`,
    LEAVING: 'Your account is due to be deleted. Choose “Keep my account” in your settings to write here.',
    UNAVAILABLE: `You cannot write to ${otherName} any more.`,
  }
  return (
    <div
      role="status"
      className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 border-t border-line bg-surface px-4 py-3 text-center text-sm text-muted"
    >
      <p>{sentences[reason]}</p>
      {reason === 'BLOCKED_BY_YOU' && (
        <BusyButton className="button button-outline" busy={isUnblocking} onClick={onUnblock}>
          Unblock
        </BusyButton>
      )}
    </div>
  )
}
