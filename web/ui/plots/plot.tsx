import { useEffect, useRef, useState } from 'react'
import { listen } from '#web/lib/events.ts'
import { useTheme } from '#web/ui/theme.ts'
import type { Drawn, PlotColours, PlotSpec } from './chart.ts'

/**
 * A canvas that is redrawn when data or colours change. If the chart code cannot be loaded it stays empty: the table has the
 * same numbers. It fills the positioned element around it.
 */
export function Plot({ spec, label }: { spec: PlotSpec; label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const colours = usePlotColours()
  // Serialised, so that equal data in a new object is not drawn again.
  const shown = JSON.stringify(spec)
  useEffect(() => {
    let drawn: Drawn | undefined
    let gone = false
    import('./chart.ts').then(
      ({ draw }) => {
        if (!gone && canvas.current && colours)
          drawn = draw(canvas.current, JSON.parse(shown) as PlotSpec, colours)
      },
      () => undefined,
    )
    return () => {
      gone = true
      drawn?.destroy()
    }
  }, [shown, colours])
  return (
    <div className="absolute inset-0">
      {/* A canvas without a size is 300 × 150 pixels, and would cover what is below until it is drawn. */}
      <canvas ref={canvas} role="img" aria-label={label} className="size-full" />
    </div>
  )
}

const forcedColours = '(forced-colors: active)'

/** The computed colours of the present theme, or those that the system forces. */
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
  // There every token is the colour of text: also what lies below it.
  if (matchMedia(forcedColours).matches) {
    probe.style.color = 'Canvas'
    colours.surface = getComputedStyle(probe).color
  }
  probe.remove()
  return colours
}

/** Colours of plots, computed again when the theme or the system's colours change; null before hydration. */
function usePlotColours(): PlotColours | null {
  const theme = useTheme()
  const [colours, setColours] = useState<PlotColours | null>(null)
  useEffect(() => {
    if (theme === null) return
    const update = () => setColours(readColours())
    update()
    const stops = ['(prefers-color-scheme: dark)', forcedColours].map((query) =>
      listen(matchMedia(query), 'change', update),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [theme])
  return colours
}
