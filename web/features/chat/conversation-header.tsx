import { ArrowLeft, Ban, EllipsisVertical, Flag, UserRound } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'wouter'
import type { Thread } from '#shared/contract/chat.ts'
import { paths } from '#web/lib/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { OjaMark } from '#web/ui/oja-mark.tsx'

interface ConversationHeaderProps {
  other: Thread['buyer']
  role: 'Seller' | 'Buyer'
  isTyping: boolean
  isBlocked: boolean
  /** The button that opens the facts about the other party. */
  trust: ReactNode
  onReport: () => void
  onBlock: () => void
  onUnblock: () => void
}

/** Goes back to the list in history instead of adding a second entry for it. */
function goBack(event: MouseEvent): void {
  const state = history.state as { fromList?: boolean } | null
  if (!state?.fromList) return
  event.preventDefault()
  history.back()
}

const item = 'button button-quiet w-full justify-start font-medium'

export function ConversationHeader(props: ConversationHeaderProps) {
  const { other, role, isTyping, isBlocked, trust, onReport, onBlock, onUnblock } = props
  return (
    <header className="flex items-center gap-1 border-b border-line bg-surface py-1.5 pr-2 pl-1 md:pl-4">
      <Link
        href={paths.chat}
        onClick={goBack}
        aria-label="Back to conversations"
        className="button button-quiet button-icon shrink-0 rounded-full md:hidden"
      >
        <ArrowLeft size={22} />
      </Link>
      <Link
        href={paths.user(other.id)}
        className="flex min-h-11 min-w-0 flex-1 items-center gap-3 rounded-control pr-2"
      >
        <Avatar url={other.avatarUrl} name={other.fullName} size={40} />
        <div className="min-w-0">
          <h2 className="truncate leading-tight font-bold tracking-normal">{other.fullName}</h2>
          <span className={`block text-sm leading-tight ${isTyping ? 'text-brand-ink' : 'text-muted'}`}>
            {isTyping ? 'typing...' : role}
            {other.isOja && (
              <>
                {' · '}
                <OjaMark text="Works for Oja" />
              </>
            )}
          </span>
        </div>
      </Link>
      {trust}
      <Menu
        label="More about this conversation"
        trigger={<EllipsisVertical size={22} />}
        triggerClassName="button button-quiet button-icon rounded-full noscript:hidden"
      >
        <Link href={paths.user(other.id)} role="menuitem" tabIndex={-1} className={item}>
          <UserRound size={18} />
          View profile
        </Link>
        <button type="button" role="menuitem" tabIndex={-1} className={item} onClick={onReport}>
          <Flag size={18} />
          Report user
        </button>
        <button
          type="button"
          role="menuitem"
          tabIndex={-1}
          className={item}
          onClick={isBlocked ? onUnblock : onBlock}
        >
          <Ban size={18} />
          {isBlocked ? 'Unblock user' : 'Block user'}
        </button>
      </Menu>
    </header>
  )
}
