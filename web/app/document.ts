import { stateElementId } from '#web/lib/data-block.ts'
import { toolbarColours } from '#web/ui/theme.ts'

interface DocumentParts {
  /** React's output; its hoisted head tags come first. */
  body: string
  /** The data block's JSON, escaped. */
  state: string
  theme: 'light' | 'dark' | null
  saver: boolean
  /** When the first script loads the others: at once, after the first paint, or at the first press that needs them. */
  load: 'now' | 'paint' | 'press'
  assets: { styles: string[]; fonts: string[]; entry: string; first: string; preloads: string[] }
}

/** React puts hoisted tags before the markup of a fragment; these belong in <head>. */
const hoisted = /^(?:<(?:meta|link)[^>]*\/?>|<title[^>]*>[^<]*<\/title>)+/

/**
 * The HTML document around a rendered page. No inline script: the state is a data block. Scripts load with low priority, after
 * the pictures of the first screen: the page is readable and its links work without them.
 */
export function renderDocument({ body, state, theme, saver, load, assets }: DocumentParts): string {
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
${scripts(assets, load)}
${head}
</head>
<body>
<div id="root">${body.slice(head.length)}</div>
<script type="application/json" id="${stateElementId}">${state}</script>
</body>
</html>
`
}

/** The first script (entry-first.ts), which loads the others; where it does so at once, they are fetched beside it. */
function scripts({ first, entry, preloads }: DocumentParts['assets'], load: DocumentParts['load']): string {
  const firstScript = (later: string[]) =>
    `<script type="module" src="${first}" data-load="${load}" data-entry="${entry}" data-preloads="${later.join(' ')}"></script>`
  if (load !== 'now') return firstScript(preloads)
  const others = [entry, ...preloads].map(
    (href) => `<link rel="modulepreload" href="${href}" fetchpriority="low">`,
  )
  return [firstScript([]), ...others].join('\n')
}

/** One for each colour scheme of the system, also where a theme is chosen: `setTheme` changes both. */
function themeColours(theme: 'light' | 'dark' | null): string {
  return (['light', 'dark'] as const)
    .map(
      (scheme) =>
        `<meta name="theme-color" content="${toolbarColours[theme ?? scheme]}" media="(prefers-color-scheme: ${scheme})">`,
    )
    .join('\n')
}
