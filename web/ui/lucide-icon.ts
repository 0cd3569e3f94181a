import { createElement, type SVGProps } from 'react'

interface IconProps extends SVGProps<SVGSVGElement> {
  /** Pixels; 24 if a class sets the size. */
  size?: string | number
}

/**
 * An icon of lucide in a bundle (scripts/light-icons-plugin.ts), of its shapes' tags and attributes. These elements are created once, the stroke
 * is the CSS class `icon` (base.css), and there are no hooks, since a page has some thirty icons.
 */
export function lucideIcon(shapes: [tag: string, attributes: Record<string, string>][]) {
  const elements = shapes.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size = 24, className, ...rest }: IconProps) => {
    const classes = className ? `icon ${className}` : 'icon'
    const all = {
      className: classes,
      width: size,
      height: size,
      viewBox: '0 0 24 24',
      'aria-hidden': true,
      ...rest,
    }
    return createElement('svg', all, ...elements)
  }
}
