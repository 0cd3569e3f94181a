/**
 * Oja's folder. Two levels above this file, and above dist/server/, where `npm run build` puts the server.
 */
export const root = new URL('../../', import.meta.url)
