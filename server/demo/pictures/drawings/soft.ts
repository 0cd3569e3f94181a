import { shade } from '../colour.ts'

/** A drawing: the inside of an SVG with a view box of 600 × 600. */
export type Drawing = string

let fills = 0

/** A gradient from light (top left) to dark (bottom right) around `colour`: its definition and the fill that names it. */
function soft(colour: string, contrast = 0.22, angle: 'down' | 'across' | 'diagonal' = 'diagonal') {
  fills += 1
  const id = `s${fills}`
  const end = { down: 'x2="0" y2="1"', across: 'x2="1" y2="0"', diagonal: 'x2="1" y2="1"' }[angle]
  return {
    defs: `<linearGradient id="${id}" x1="0" y1="0" ${end}><stop offset="0" stop-color="${shade(colour, contrast)}"/><stop offset=".5" stop-color="${colour}"/><stop offset="1" stop-color="${shade(colour, -contrast)}"/></linearGradient>`,
    fill: `url(#${id})`,
  }
}

/** A rounded box with a soft gradient, a light edge at the top and a dark one at the bottom. */
export function box(
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
  colour: string,
  contrast = 0.2,
) {
  const body = soft(colour, contrast)
  const edge = Math.min(10, height / 5)
  return (
    `<defs>${body.defs}</defs>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}" fill="${shade(colour, -0.28)}"/>` +
    `<rect x="${x}" y="${y}" width="${width}" height="${height - edge}" rx="${radius}" fill="${body.fill}"/>` +
    `<rect x="${x + radius / 2}" y="${y + 3}" width="${width - radius}" height="${Math.min(6, height / 8)}" rx="3" fill="#fff" opacity=".35"/>`
  )
}

/** A ball-like disc, lit from the top left. */
export function disc(cx: number, cy: number, radius: number, colour: string, contrast = 0.3) {
  const body = soft(colour, contrast)
  return `<defs>${body.defs}</defs><circle cx="${cx}" cy="${cy}" r="${radius}" fill="${body.fill}"/>`
}

/** The lively picture that a switched-on screen shows; `tone` chooses among a few. */
export function screen(x: number, y: number, width: number, height: number, radius: number, tone: number) {
  const tones = [
    ['#3b4fd8', '#8a5cf0', '#ff8fb1'],
    ['#0f766e', '#34b39b', '#ffe08a'],
    ['#f2704e', '#f9a65a', '#ffe3a3'],
    ['#0b3a6f', '#2f86d6', '#9be1ff'],
    ['#5b2a86', '#c04c9e', '#ffb37a'],
    ['#14532d', '#3f9b52', '#d6f07f'],
  ]
  const [from, middle, to] = tones[tone % tones.length] as [string, string, string]
  fills += 1
  const id = `w${fills}`
  return (
    `<defs><linearGradient id="${id}" x1="0" y1="0" x2="1" y2="1"><stop offset="0" stop-color="${from}"/><stop offset=".6" stop-color="${middle}"/><stop offset="1" stop-color="${to}"/></linearGradient>` +
    `<clipPath id="${id}c"><rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${radius}"/></clipPath></defs>` +
    `<g clip-path="url(#${id}c)"><rect x="${x}" y="${y}" width="${width}" height="${height}" fill="url(#${id})"/>` +
    `<circle cx="${x + width * 0.78}" cy="${y + height * 0.26}" r="${Math.min(width, height) * 0.2}" fill="#fff" opacity=".28"/>` +
    `<path d="M${x} ${y + height * 0.72} C${x + width * 0.3} ${y + height * 0.5} ${x + width * 0.55} ${y + height * 0.95} ${x + width} ${y + height * 0.62} V${y + height} H${x}Z" fill="${to}" opacity=".55"/>` +
    `<path d="M${x} ${y + height * 0.85} C${x + width * 0.35} ${y + height * 0.66} ${x + width * 0.6} ${y + height * 1.05} ${x + width} ${y + height * 0.8} V${y + height} H${x}Z" fill="${from}" opacity=".5"/>` +
    `<path d="M${x} ${y} H${x + width * 0.5} L${x + width * 0.18} ${y + height} H${x}Z" fill="#fff" opacity=".08"/></g>`
  )
}
