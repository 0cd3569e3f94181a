import type { ReactNode } from 'react'
import { handOverFocus } from '#web/ui/take-focus.ts'
import './corner-card.css'

export function CornerCard({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside
      ref={handOverFocus}
      aria-label={label}
      className="card corner-card fixed inset-x-3 bottom-[calc(5.25rem+env(safe-area-inset-bottom))] z-40 flex items-center gap-3 p-4 shadow-sheet md:right-auto md:bottom-6 md:left-6 md:w-104"
    >
      {children}
    </aside>
  )
}
