import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

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
        rollupOptions: { input: 'web/entry-client.tsx' },
      },
  ssr: { noExternal: true },
  define: isSsrBuild ? { 'process.env.NODE_ENV': '"production"' } : {},
}))
