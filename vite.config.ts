import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Rolldown } from 'vite'

/**
 * Few files that compress well, since a file for each shared module would cost a request each: what every page needs and
 * seldom changes, what stands around every page, what several pages share, and what only forms need (their libraries, and their fields).
 */
const groups = [
  {
    name: 'vendor',
    priority: 4,
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//,
  },
  {
    name: 'shell',
    priority: 3,
    tags: ['$initial'],
    test: /web\/(ui|lib|features)\/|lucide-react|shared\/|vite\/preload-helper|rolldown\/runtime/,
  },
  // What three pages share. Forms, rare drawings and icons stay out: listings, home and Browse load this chunk and use none of them.
  {
    name: 'common',
    priority: 2,
    test: /web\/(ui|lib)\/(?!article|code-|field|form-|leave-guard|more-drawings|passkey|password-|sent-code|unsaved|with-password|use-seconds-left|upload|shrink-image|zod-config)|lucide-react(?!.*icons\/(?:camera|eye-off|image-plus|key-round|trash))|shared\/(money|photo-sizes)/,
    minShareCount: 3,
  },
  {
    name: 'forms',
    priority: 1,
    test: /node_modules\/(zod|react-hook-form|@hookform)\/|shared\/contract\//,
  },
  { name: 'fields', test: /web\/(ui|lib)\/(?!article|more-drawings)/, minShareCount: 3 },
] satisfies Rolldown.CodeSplittingGroup[]

/** lucide's icons, drawn without its hooks and classes; development shows them as lucide draws them. */
const lightIcons = {
  find: /^\.\.\/createLucideIcon\.mjs$/,
  replacement: fileURLToPath(new URL('web/ui/lucide-icon.tsx', import.meta.url)),
}

/** Two bundles from the same sources: the browser's (dist/web) and the server's renderer (dist/render). */
export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  resolve: { alias: command === 'build' ? [lightIcons] : [] },
  appType: 'custom',
  build: isSsrBuild
    ? { outDir: 'dist/render', ssr: 'web/entry-server.tsx', copyPublicDir: false, target: 'node22' }
    : {
        outDir: 'dist/web',
        manifest: true,
        target: ['chrome111', 'safari16.4', 'firefox114'],
        assetsInlineLimit: 0,
        rolldownOptions: {
          input: ['web/entry-client.tsx', 'web/entry-first.ts'],
          output: { codeSplitting: { groups } },
        },
      },
  ssr: isSsrBuild ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
