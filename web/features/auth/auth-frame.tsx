import { Camera, MapPin, ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { AdirePattern } from '#web/ui/pattern.tsx'
import { Wordmark } from '#web/ui/wordmark.tsx'

const promises = [
  { Icon: Camera, text: 'A few photos and a price, and your listing is live.' },
  { Icon: MapPin, text: 'Buyers from your own street to all 36 states and the FCT.' },
  { Icon: ShieldCheck, text: 'You meet, you look, you pay. Never the other way round.' },
]

interface AuthFrameProps {
  title: string
  text: ReactNode
  children: ReactNode
  footer?: ReactNode
}

/** The frame of the sign-in pages: the form, and on wide screens a panel that introduces Oja. */
export function AuthFrame({ title, text, children, footer }: AuthFrameProps) {
  return (
    <div className="page py-6 md:py-12">
      <div className="mx-auto grid max-w-md rounded-sheet lg:max-w-5xl lg:grid-cols-2 lg:overflow-hidden lg:border lg:border-line lg:bg-surface lg:shadow-flat">
        <aside className="relative hidden overflow-hidden bg-brand-soft p-12 lg:block">
          <AdirePattern className="absolute inset-0 size-full text-brand opacity-15" />
          <div className="relative flex h-full flex-col justify-between gap-16">
            <Wordmark className="h-14 self-start" />
            <ul className="space-y-4">
              {promises.map(({ Icon, text: promise }) => (
                <li
                  key={promise}
                  className="flex items-center gap-4 rounded-card bg-surface/90 p-4 font-semibold"
                >
                  <Icon size={24} className="text-brand-ink" />
                  {promise}
                </li>
              ))}
            </ul>
          </div>
        </aside>
        <div className="lg:px-12 lg:py-14">
          <h1 className="text-3xl font-extrabold">{title}</h1>
          <p className="mt-2 text-muted">{text}</p>
          <div className="mt-7">
            <NeedsScript what="This form needs">{children}</NeedsScript>
          </div>
          {footer && <div className="mt-6 border-t border-line pt-4 text-muted">{footer}</div>}
        </div>
      </div>
    </div>
  )
}
