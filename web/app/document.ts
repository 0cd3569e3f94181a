import { stateElementId } from '#web/lib/data-block.ts'

interface DocumentParts {
  /** React's output; its hoisted head tags come first. */
  body: string
  /** The data block's JSON, escaped. */
  state: string
  theme: 'light' | 'dark' | null
  saver: boolean
  /** When the page loads its scripts: false at once, after the first paint, or at the first press that needs them. */
  deferUntil: false | 'paint' | 'touch'
  assets: { styles: string[]; fonts: string[]; entry: string; first: string; preloads: string[] }
}

/** React puts hoisted tags before the markup of a fragment; these belong in <head>. */
const hoisted = /^(?:<(?:meta|link)[^>]*\/?>|<title[^>]*>[^<]*<\/title>)+/

/**
 * The HTML document around a rendered page. No inline script: the state is a data block. Scripts load with low priority, after
 * the pictures of the first screen: the page is readable and its links work without them.
 */
export function renderDocument({ body, state, theme, saver, deferUntil, assets }: DocumentParts): string {
  const head = hoisted.exec(body)?.[0] ?? ''
  return `<!doctype html>
<html lang="en-NG"${theme ? ` data-theme="${theme}"` : ''}${saver ? ' data-saver' : ''}>
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover, interactive-widget=resizes-content">
${themeColours(theme)}
<link rel="manifest" href="/manifest.webmanifest">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
${saver ? '' : assets.fonts.map((href) => `<link rel="preload" href="${href}" as="font" type="font/woff2" crossorigin>`).join('\n')}
${assets.styles.map((href) => `<link rel="stylesheet" href="${href}">`).join('\n')}
${deferUntil ? firstScript(assets, deferUntil) : scripts(assets)}
${head}
</head>
<body>
<div id="root">${body.slice(head.length)}</div>
<script type="application/json" id="${stateElementId}">${state}</script>
</body>
</html>
`
}

function scripts({ entry, preloads }: DocumentParts['assets']): string {
  const others = preloads.map((href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`)
  return [`<script type="module" src="${entry}" fetchpriority="low"></script>`, ...others].join('\n')
}

/** The script that loads the others later (entry-first.ts). */
function firstScript({ first, entry, preloads }: DocumentParts['assets'], until: 'paint' | 'touch'): string {
  return `<script type="module" src="${first}" data-until="${until}" data-entry="${entry}" data-preloads="${preloads.join(' ')}"></script>`
}

const surface = { light: '#ffffff', dark: '#191e1a' }

/** Colour of the browser's toolbar, same as the header (--surface of tokens.css). */
function themeColours(theme: 'light' | 'dark' | null): string {
  if (theme) return `<meta name="theme-color" content="${surface[theme]}">`
  return (['light', 'dark'] as const)
    .map((of) => `<meta name="theme-color" content="${surface[of]}" media="(prefers-color-scheme: ${of})">`)
    .join('\n')
}
