import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'
import { endpointFacts } from './scripts/endpoint-facts-plugin.ts'
import { lightIcons } from './scripts/light-icons-plugin.ts'
import { reactModule } from './scripts/react-module-plugin.ts'

/**
 * Few files that compress well, since a file for each shared module would cost a request each: what every page needs and
 * seldom changes, what stands around every page, what several pages share, and what only forms need (their libraries, and their fields).
 */
const groups = [
  {
    name: 'vendor',
    priority: 4,
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\/|^\0react$/,
  },
  {
    name: 'shell',
    priority: 3,
    tags: ['$initial'],
    test: /web\/(ui|lib|features)\/|lucide-react|shared\/|vite\/preload-helper|rolldown\/runtime/,
  },
  // What listings, home and Browse need and three pages share; what these modules import comes with them. Icons of forms stay out.
  {
    name: 'common',
    priority: 2,
    test: /web\/features\/(?:favorites\/|catalogue\/listing-)|web\/ui\/(?:avatar|busy-button|dialog|email-text|lazy-component|load-failure|modal|page-head|pattern|stars|take-focus|thumbnail|use-dialog-target)\.|web\/lib\/(?:online|share|use-in-view)\.|lucide-react(?!.*icons\/(?:camera|circle-check|circle\.|clock|eye-off|image-plus|key-round|messages-square|reply|smartphone|trash))/,
    minShareCount: 3,
  },
  // What a listing and another page have: one request instead of five.
  {
    name: 'icons',
    priority: 2,
    test: /lucide-react.*icons\/(?:clock|chevron-left|chevron-right|messages-square|reply|share-2)\.|features\/(?:listings\/detail\/(?:bars\.tsx|detail-fallbacks|summary|use-start-chat))|report-button|pages\/not-found/,
  },
  // What home and Browse share.
  {
    name: 'search',
    priority: 2,
    test: /web\/(?:lib\/place|features\/catalogue\/(?:place-button|queries|search-box))\./,
  },
  // Lists by pages.
  {
    name: 'lists',
    priority: 2,
    test: /web\/(?:ui\/(?:list-pages|list-search|next-page)|lib\/use-loaded-pages)\./,
  },
  // What filters, lists and the chat need of shared/ stays apart from forms: 42 KB that most of them never use.
  {
    name: 'places',
    priority: 2,
    test: /shared\/(nigeria|lgas-by-state)/,
  },
  {
    name: 'rules',
    priority: 2,
    test: /shared\/(text|report-reasons|phone)\./,
  },
  // What all forms use. The contract of a feature comes with its forms.
  {
    name: 'forms',
    priority: 1,
    test: /node_modules\/(zod|react-hook-form|@hookform)\/|shared\/(contract\/(common|listing-values|uploads)|endpoint)/,
  },
  // What every page loads once it is idle.
  {
    name: 'idle',
    test: /web\/app\/(install-criteria|notices|update\.)|web\/lib\/platform\./,
  },
  {
    name: 'fields',
    test: /web\/ui\/(?:field|form-dialog|form-failure|needs-script|oja-mark|password-input|sent-code)\.|web\/lib\/(?:draw-image|hydrated|outbox-sending|outbox-shared|shrink-image|text-drafts|upload|use-debounced)\.|icons\/(?:camera|circle|eye-off|image-plus)\.|shared\/bytes/,
    minShareCount: 3,
  },
] satisfies Rolldown.CodeSplittingGroup[]

/** The chunks whose file's name tells what they are. */
const named = new Set([
  ...groups.map(({ name }) => name),
  'notices',
  'target-moderation',
  'toaster',
  'update',
])

/** Two bundles from the same sources: the browser's (dist/web) and the server's renderer (dist/render). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), endpointFacts(), lightIcons(), reactModule()],
  // wouter imports the hook from a shim for React 17.
  resolve: { alias: { 'use-sync-external-store/shim/index.js': 'react' } },
  publicDir: 'web/public',
  appType: 'custom',
  build: isSsrBuild
    ? { outDir: 'dist/render', ssr: 'web/entry-server.tsx', copyPublicDir: false, target: 'node22' }
    : {
        outDir: 'dist/web',
        // Pages that the version before has sent ask for its files (scripts/delete-old-files.mjs).
        emptyOutDir: false,
        manifest: true,
        modulePreload: {
          // The entry has loaded `vendor` and `shell`. Administrators alone load target-moderation: listings and profiles do not carry
          // the names of its parts.
          resolveDependencies: (file, parts) =>
            file.includes('/target-moderation-')
              ? []
              : parts.filter((part) => !/\/(?:vendor|shell)-/.test(part)),
        },
        target: ['chrome106', 'safari16.4', 'firefox114'],
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/entry-client.tsx', 'web/entry-first.ts'],
          // No code here has a getter that does more than return a value: a third of a kilobyte less for every page.
          treeshake: { propertyReadSideEffects: false },
          output: {
            codeSplitting: { groups },
            // Every page's first script lists the chunks: without names, and with hashes of 42 bits, it is most of a kilobyte smaller.
            chunkFileNames: ({ name }) => `assets/${named.has(name) ? `${name}-` : ''}[hash:7].js`,
          },
        },
      },
  ssr: isSsrBuild ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
