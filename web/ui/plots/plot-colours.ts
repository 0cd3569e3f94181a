import { useEffect, useState } from 'react'
import { listen } from '#web/lib/listen.ts'
import { useTheme } from '#web/ui/theme.ts'
import type { PlotColours } from './chart.ts'

/** The computed colours of the present theme. */
function readColours(): PlotColours {
  const probe = document.createElement('span')
  // Without this, transitions would return intermediate colours.
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

/** Colours of plots, computed again when the theme changes; null before hydration. */
export function usePlotColours(): PlotColours | null {
  const theme = useTheme()
  const [colours, setColours] = useState<PlotColours | null>(null)
  useEffect(() => {
    if (theme === null) return
    const update = () => setColours(readColours())
    update()
    return listen(matchMedia('(prefers-color-scheme: dark)'), 'change', update)
  }, [theme])
  return colours
}
