import { useEffect, useState } from 'react'
import { useTheme } from '#web/ui/theme.ts'
import type { PlotColours } from './chart.ts'

/** The tokens as the browser resolves them in the theme of this moment. */
function readColours(): PlotColours {
  const probe = document.createElement('span')
  // Otherwise each colour would be on its way from the one before.
  probe.style.transition = 'none'
  document.body.append(probe)
  const resolve = (token: string) => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colours = {
    brand: resolve('brand'),
    accent: resolve('accent'),
    ink: resolve('ink'),
    muted: resolve('muted'),
    line: resolve('line'),
    surface: resolve('surface'),
  }
  probe.remove()
  return colours
}

/** The colours of plots, read again when the theme changes; null before hydration. */
export function usePlotColours(): PlotColours | null {
  const theme = useTheme()
  const [colours, setColours] = useState<PlotColours | null>(null)
  useEffect(() => {
    if (theme === null) return
    const update = () => setColours(readColours())
    update()
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', update)
    return () => system.removeEventListener('change', update)
  }, [theme])
  return colours
}
