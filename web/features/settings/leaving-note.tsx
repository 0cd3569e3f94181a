import { TriangleAlert } from 'lucide-react'
import { KeepAccountButton } from './keep-account-button.tsx'

interface LeavingNoteProps {
  text: string
  level?: 1 | 2
}

/** Replaces a form that is refused while the account waits for its deletion. */
export function LeavingNote({ text, level = 2 }: LeavingNoteProps) {
  const Heading = level === 1 ? 'h1' : 'h2'
  return (
    <div className="flex flex-wrap items-center gap-4 rounded-card bg-danger-soft p-5">
      <TriangleAlert size={24} className="text-danger" />
      <div className="min-w-0 flex-1 basis-52">
        <Heading className="text-base font-bold tracking-normal">Your account is due to be deleted</Heading>
        <p>{text}</p>
      </div>
      <KeepAccountButton />
    </div>
  )
}
