import { ImagePlus, SendHorizontal } from 'lucide-react'
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
import type { Photo } from '#shared/contract/common.ts'
import { limits } from '#shared/limits.ts'
import { plainLines } from '#shared/text.ts'
import { AttachmentPreview } from './attachment-preview.tsx'
import { keepChatDraft, readChatDraft } from './drafts.ts'
import { firstPicture, useAttachment } from './use-attachment.ts'
import { useSayTyping } from './use-typing.ts'

/** Characters left from which on they are counted. */
const countFrom = 500
/** Pixels up to which the field grows. */
const tallest = 160
const types = 'image/jpeg,image/png,image/webp,image/avif'

export interface ComposerHandle {
  attach(file: File): void
}

interface ComposerProps {
  ref: Ref<ComposerHandle>
  viewerId: number
  threadId: number
  /** A message of this conversation is on its way to the server. */
  isSending: boolean
  onSend: (message: { body: string; photo: Photo | null }) => void
}

/** Where one writes. Enter sends, Shift+Enter begins a line; what is not sent stays on this device. */
export function Composer({ ref, viewerId, threadId, isSending, onSend }: ComposerProps) {
  const [text, setText] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  const chooser = useRef<HTMLInputElement>(null)
  const { attachment, add, retry, remove } = useAttachment()
  const sayTyping = useSayTyping(threadId)
  useImperativeHandle(ref, () => ({ attach: add }))

  useEffect(() => setText(readChatDraft(viewerId, threadId)), [viewerId, threadId])
  // Whoever chose a conversation beside the list goes on to write; on a phone the keyboard would cover what is there.
  useEffect(() => {
    const { fromList } = (history.state ?? {}) as { fromList?: boolean }
    if (fromList && matchMedia('(width >= 48rem) and (hover: hover)').matches)
      field.current?.focus({ preventScroll: true })
  }, [])
  useLayoutEffect(() => {
    const element = field.current
    if (!element) return
    element.style.height = 'auto'
    element.style.height = `${Math.min(tallest, element.scrollHeight + 2)}px`
  })

  const hasPicture = attachment !== null
  const isReady = hasPicture ? attachment.status === 'done' : plainLines(text) !== ''
  const left = limits.message.max - text.length

  function write(value: string) {
    setText(value)
    keepChatDraft(viewerId, threadId, value)
    if (plainLines(value)) sayTyping()
  }

  function send() {
    if (!isReady) return
    onSend({ body: plainLines(text), photo: attachment?.photo ?? null })
    setText('')
    keepChatDraft(viewerId, threadId, '')
    remove()
    field.current?.focus({ preventScroll: true })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  function onPaste(event: ClipboardEvent) {
    const picture = firstPicture(event.clipboardData.files)
    if (!picture) return
    event.preventDefault()
    add(picture)
  }

  return (
    <form
      className="border-t border-line bg-surface px-2 pt-2 noscript:hidden pb-[max(0.5rem,env(safe-area-inset-bottom))] md:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="mx-auto max-w-3xl">
        {attachment && <AttachmentPreview attachment={attachment} onRetry={retry} onRemove={remove} />}
        <div className="flex items-end gap-1.5">
          <input
            ref={chooser}
            type="file"
            accept={types}
            tabIndex={-1}
            aria-label="Choose a picture"
            className="sr-only"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) add(file)
            }}
          />
          <button
            type="button"
            aria-label="Attach a picture"
            className="button button-quiet button-icon shrink-0 rounded-full"
            onClick={() => chooser.current?.click()}
          >
            <ImagePlus size={22} aria-hidden />
          </button>
          <textarea
            ref={field}
            rows={1}
            value={text}
            placeholder="Type a message..."
            aria-label="Message"
            maxLength={limits.message.max}
            enterKeyHint="send"
            onChange={(event) => write(event.target.value)}
            onKeyDown={onKeyDown}
            onPaste={onPaste}
            className="input min-w-0 flex-1 resize-none rounded-3xl leading-snug"
          />
          <button
            type="submit"
            aria-label="Send"
            disabled={!isReady || isSending}
            // The field keeps the focus, so that a phone's keyboard stays.
            onPointerDown={(event) => event.preventDefault()}
            className="button button-icon shrink-0 rounded-full"
          >
            <SendHorizontal size={20} aria-hidden />
          </button>
        </div>
        {left <= countFrom && (
          <p className="pt-1 text-right text-xs text-muted">{`${left} characters left`}</p>
        )}
      </div>
    </form>
  )
}
