import { useEffect, useState } from 'react'
import { onNavigating } from './navigation.ts'

/** Milliseconds before a navigation shows the bar. */
const showAfterMs = 140

export function ProgressBar() {
  const [phase, setPhase] = useState<'idle' | 'busy' | 'done'>('idle')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onNavigating((busy) => {
      clearTimeout(timer)
      if (busy) timer = setTimeout(() => setPhase('busy'), showAfterMs)
      else {
        setPhase((before) => (before === 'busy' ? 'done' : 'idle'))
        timer = setTimeout(() => setPhase('idle'), 300)
      }
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [])

  return <div className="progress-bar" data-phase={phase} aria-hidden="true" />
}
