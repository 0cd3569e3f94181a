import { stateElementId } from '#web/lib/data-block.ts'

interface DocumentParts {
  /** What React rendered; its hoisted head tags stand in front. */
  body: string
  /** The data block's JSON, escaped. */
  state: string
  theme: 'light' | 'dark' | null
  /** The page should cost few bytes. */
  saver: boolean
  /** What its scripts wait for: the first paint, or a touch of what needs them. */
  waits: false | 'paint' | 'touch'
  assets: { styles: string[]; fonts: string[]; entry: string; first: string; preloads: string[] }
}

/** React puts hoisted tags before the markup of a fragment: these belong into <head>. */
const hoisted = /^(?:<(?:meta|link)[^>]*\/?>|<title[^>]*>[^<]*<\/title>)+/

/**
 * The HTML document around a rendered page. No inline script: the state is data. Scripts give way to the pictures on the
 * first screen: the page can be read, and its links work, before they are here.
 */
export function renderDocument({ body, state, theme, saver, waits, assets }: DocumentParts): string {
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
${waits ? firstScript(assets, waits) : scripts(assets)}
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

/** The one that fetches the others when it is time (entry-first.ts). */
function firstScript({ first, entry, preloads }: DocumentParts['assets'], until: 'paint' | 'touch'): string {
  return `<script type="module" src="${first}" data-until="${until}" data-entry="${entry}" data-preloads="${preloads.join(' ')}"></script>`
}

const surface = { light: '#ffffff', dark: '#191e1a' }

/** The colour of the browser's own bar: the header's (--surface of tokens.css). */
function themeColours(theme: 'light' | 'dark' | null): string {
  if (theme) return `<meta name="theme-color" content="${surface[theme]}">`
  return (['light', 'dark'] as const)
    .map((of) => `<meta name="theme-color" content="${surface[of]}" media="(prefers-color-scheme: ${of})">`)
    .join('\n')
}
