import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/**
 * Few files that compress well: what every page needs and seldom changes, the small parts that pages share, and what only
 * pages with forms need. A file for each shared module would cost a request each.
 */
const groups = [
  {
    name: 'vendor',
    priority: 3,
    test: /node_modules\/(react|react-dom|scheduler|@tanstack|wouter|regexparam)\//,
  },
  { name: 'forms', test: /node_modules\/(zod|react-hook-form|@hookform)\/|shared\/contract\// },
  {
    name: 'common',
    priority: 2,
    test: /web\/(ui|lib)\/(?!zod-config)|lucide-react|shared\/(money|limits|photo-sizes|client)/,
    minShareCount: 3,
  },
]

/** Two bundles from the same sources: the browser's (dist/web) and the server's renderer (dist/render). */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  publicDir: 'web/public',
  appType: 'custom',
  build: isSsrBuild
    ? { outDir: 'dist/render', ssr: 'web/entry-server.tsx', copyPublicDir: false, target: 'node22' }
    : {
        outDir: 'dist/web',
        manifest: true,
        target: ['chrome111', 'safari16.4', 'firefox114'],
        assetsInlineLimit: 0,
        rolldownOptions: { input: 'web/entry-client.tsx', output: { codeSplitting: { groups } } },
      },
  ssr: isSsrBuild ? { noExternal: true } : {},
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
