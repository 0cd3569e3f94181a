import { useEffect, useState } from 'react'
import { onProgress } from '#web/lib/progress.ts'

/** Milliseconds of waiting before the bar is shown. */
const showAfterMs = 140

export function ProgressBar() {
  const [phase, setPhase] = useState<'idle' | 'busy' | 'done'>('idle')

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onProgress((busy) => {
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
