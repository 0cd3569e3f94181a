import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'

/** Tag and attributes of a shape. */
type Shape = [tag: string, attributes: Record<string, string>]

const drawn = fileURLToPath(new URL('../web/ui/lucide-icon.ts', import.meta.url))

/**
 * Bundles get of an icon of lucide what web/ui/lucide-icon.ts draws: all its lines as one path. Names, aliases and keys, which only lucide's
 * own component needs, stay out. Development shows the icons as lucide draws them.
 */
export function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    apply: 'build',
    async load(id) {
      if (!/\/lucide-react\/dist\/esm\/icons\/[^/]+\.mjs$/.test(id)) return
      const { __iconData } = (await import(pathToFileURL(id).href)) as { __iconData?: { node: Shape[] } }
      // A file of an alias has no drawing of its own.
      if (!__iconData) return
      return [
        `import { lucideIcon } from ${JSON.stringify(drawn)}`,
        `export default /* @__PURE__ */ lucideIcon(${JSON.stringify(joinLines(__iconData.node))})`,
      ].join('\n')
    },
  }
}

/** All lines of an icon as one path; circles and other shapes stay. */
function joinLines(node: Shape[]): Shape[] {
  const shapes = node.map(([tag, { key: _, ...attributes }]): Shape => [tag, attributes])
  const isLine = ([tag, attributes]: Shape) => tag === 'path' && Object.keys(attributes).join() === 'd'
  const lines = shapes.filter(isLine).map(([, { d = '' }]) => startAbsolutely(d))
  const others = shapes.filter((shape) => !isLine(shape))
  return lines.length > 0 ? [...others, ['path', { d: lines.join('') }]] : others
}

const number = String.raw`(-?(?:\d+\.?\d*|\.\d+))`
const relativeStart = new RegExp(String.raw`^m\s*${number}[\s,]*${number}\s*(?=([-\d.])?)`)

/** A path that begins with a relative move (`m9 9 3 3`) starts at the origin only while nothing precedes it. */
function startAbsolutely(path: string): string {
  return path.replace(relativeStart, (_, x, y, more) => `M${x} ${y}${more === undefined ? '' : 'l'}`)
}
