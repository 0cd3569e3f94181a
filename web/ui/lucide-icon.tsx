import { createElement, type ReactNode, type SVGProps } from 'react'

interface IconData {
  node: [tag: string, attributes: Record<string, string>][]
}

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Pixels; 24 if a class sets the size. */
  size?: string | number
}

/**
 * Replaces lucide's `createLucideIcon` (vite.config.ts). Shapes are elements created once, the stroke is the CSS class `icon`
 * (base.css), and there are no hooks, since a page has some thirty icons.
 */
export default function createLucideIcon({ node }: IconData) {
  const shapes = joinPaths(node).map(([tag, attributes]) => createElement(tag, attributes))
  const content = shapes.length === 1 ? shapes[0] : shapes
  return (props: IconProps) => draw(content, props)
}

function draw(shapes: ReactNode, { size = 24, className, ...rest }: IconProps) {
  return (
    <svg
      className={className ? `icon ${className}` : 'icon'}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden
      {...rest}
    >
      {shapes}
    </svg>
  )
}

/** All lines of an icon as one path; circles and other shapes stay. */
function joinPaths(node: IconData['node']): IconData['node'] {
  const isLine = ([tag, attributes]: IconData['node'][number]) =>
    tag === 'path' && Object.keys(attributes).every((name) => name === 'd' || name === 'key')
  const lines = node.filter(isLine).map(([, { d = '' }]) => startAbsolutely(d))
  const others = node.filter((shape) => !isLine(shape))
  return lines.length > 0 ? [...others, ['path', { d: lines.join(''), key: 'lines' }]] : others
}

const number = String.raw`(-?(?:\d+\.?\d*|\.\d+))`
const relativeStart = new RegExp(String.raw`^m\s*${number}[\s,]*${number}\s*(?=([-\d.])?)`)

/** A path that begins with a relative move (`m9 9 3 3`) starts at the origin only while nothing precedes it. */
function startAbsolutely(path: string): string {
  return path.replace(relativeStart, (_, x, y, more) => `M${x} ${y}${more === undefined ? '' : 'l'}`)
}
