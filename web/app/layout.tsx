import type { ReactNode } from 'react'

export function Layout({ children }: { children: ReactNode }) {
  return <main id="content">{children}</main>
}
