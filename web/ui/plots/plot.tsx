import { useEffect, useRef } from 'react'
import type { Drawn, PlotSpec } from './chart.ts'
import { usePlotColours } from './plot-colours.ts'

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
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  )
}
