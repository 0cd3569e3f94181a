// The only import of chart.js, and only the parts used here.
import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from 'chart.js'

Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
)

/** Colours as computed by CSS: 'rgb(0, 107, 63)'. */
export interface PlotColours {
  brand: string
  accent: string
  ink: string
  muted: string
  line: string
  surface: string
}

/** A line over days, or a bar for each name, the first on top. */
export type PlotSpec = { labels: string[]; values: number[] } /** `small`: without axes. */ & (
  | { kind: 'line'; tone: 'brand' | 'accent'; small?: true }
  /** `rest`: the last bar sums up the others and is paler. */
  | { kind: 'bars'; rest: boolean }
)

export interface Drawn {
  destroy(): void
}

const font = { family: 'inherit', size: 11 }

function faded(colour: string, share: number): string {
  return colour.replace(/^rgba?\(([^)]*)\)$/, (_, channels: string) => {
    const [red, green, blue] = channels.split(/[,\s/]+/)
    return `rgba(${red}, ${green}, ${blue}, ${share})`
  })
}

function common(canvas: HTMLCanvasElement, colours: PlotColours) {
  const family = getComputedStyle(canvas).fontFamily
  return {
    animation: false,
    responsive: true,
    maintainAspectRatio: false,
    font: { ...font, family },
    plugins: {
      tooltip: {
        backgroundColor: colours.ink,
        titleColor: colours.surface,
        bodyColor: colours.surface,
        titleFont: { ...font, family },
        bodyFont: { ...font, family, weight: 'bold' },
        displayColors: false,
        padding: 8,
        cornerRadius: 8,
      },
    },
  } as const
}

/** A few integer ticks from 0. */
function counts(colours: PlotColours, family: string, maxTicksLimit: number) {
  return {
    beginAtZero: true,
    suggestedMax: 2,
    border: { display: false },
    grid: { color: colours.line, drawTicks: false },
    ticks: { color: colours.muted, font: { ...font, family }, precision: 0, maxTicksLimit, padding: 6 },
  }
}

export function draw(canvas: HTMLCanvasElement, spec: PlotSpec, colours: PlotColours): Drawn {
  return spec.kind === 'line' ? drawLine(canvas, spec, colours) : drawBars(canvas, spec, colours)
}

function drawLine(
  canvas: HTMLCanvasElement,
  { labels, values, tone, small }: Extract<PlotSpec, { kind: 'line' }>,
  colours: PlotColours,
): Drawn {
  const options = common(canvas, colours)
  const { family } = options.font
  return new Chart(canvas, {
    type: 'line',
    data: {
      labels,
      datasets: [
        {
          data: values,
          borderColor: colours[tone],
          borderWidth: 1.75,
          backgroundColor: faded(colours[tone], 0.14),
          fill: true,
          cubicInterpolationMode: 'monotone',
          pointRadius: 0,
          pointHoverRadius: 4,
          pointBackgroundColor: colours[tone],
        },
      ],
    },
    options: {
      ...options,
      // The line's own width fits at the top and bottom.
      layout: { padding: small ? 2 : 0 },
      interaction: { mode: 'index', intersect: false },
      scales: {
        x: {
          display: !small,
          border: { color: colours.line },
          grid: { display: false },
          ticks: { color: colours.muted, font: { ...font, family }, maxTicksLimit: 4, maxRotation: 0 },
        },
        y: { ...counts(colours, family, 3), display: !small },
      },
    },
  })
}

/** chart.js cuts a name at its beginning where the axis has no room: 18 letters fit beside the narrowest plot. */
const shortened = (name: string) => (name.length > 18 ? `${name.slice(0, 17).trimEnd()}…` : name)

function drawBars(
  canvas: HTMLCanvasElement,
  { labels, values, rest }: Extract<PlotSpec, { kind: 'bars' }>,
  colours: PlotColours,
): Drawn {
  const options = common(canvas, colours)
  const { family } = options.font
  return new Chart(canvas, {
    type: 'bar',
    data: {
      labels,
      datasets: [
        {
          data: values,
          backgroundColor: values.map((_, index) =>
            rest && index === values.length - 1 ? faded(colours.muted, 0.4) : faded(colours.brand, 0.75),
          ),
          hoverBackgroundColor: values.map((_, index) =>
            rest && index === values.length - 1 ? faded(colours.muted, 0.6) : colours.brand,
          ),
          borderRadius: 3,
          categoryPercentage: 0.86,
          barPercentage: 0.86,
        },
      ],
    },
    options: {
      ...options,
      indexAxis: 'y',
      interaction: { mode: 'index', axis: 'y', intersect: false },
      scales: {
        x: counts(colours, family, 4),
        y: {
          border: { display: false },
          grid: { display: false },
          ticks: {
            color: colours.ink,
            font: { ...font, family },
            autoSkip: false,
            callback: (_, index) => shortened(labels[index] ?? ''),
          },
        },
      },
    },
  })
}
