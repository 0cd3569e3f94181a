/**
 * The import rules of ARCHITECTURE.md, checked by scripts/check-imports.ts, which prints the comment of a broken rule. Those about
 * globals (process.env, fetch) and barrels are in biome.json.
 */
const npm = (...names) => `^node_modules/(${names.join('|')})(/|$)`

/** The layers of server/, the lowest first. Places in one line do not import each other. */
const serverLayers = [
  ['lib/'],
  ['env\\.ts$', 'bounds\\.ts$'],
  ['core/observe/'],
  ['db/', 'core/redis/', 'core/disk/', 'core/storage\\.ts$'],
  ['core/session/'],
  ['core/log/'],
  ['core/http/', 'core/limits/', 'core/idempotency/'],
  ['core/mail/'],
  ['core/jobs/'],
  ['core/realtime/'],
  ['context\\.ts$'],
  ['core/openapi/', 'core/health/'],
  ['core/[^/]+\\.ts$'],
  ['core/pages/'],
  ['features/', 'page-assets\\.ts$'],
  ['ssr\\.ts$'],
  ['app\\.ts$', 'backup/', 'demo/'],
  ['lifecycle/'],
  ['commands/', 'main\\.ts$'],
]

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      comment: 'Type imports included: a cycle means that two things are one, or that a third is missing.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'shared-is-pure',
      comment: 'shared/ imports only shared/ and zod.',
      severity: 'error',
      from: { path: '^shared/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: ['^shared/', npm('zod')] },
    },
    {
      name: 'web-never-server',
      comment: 'The browser knows what the contract answers; what both sides need is in shared/.',
      severity: 'error',
      from: { path: '^web/' },
      to: { path: '^server/' },
    },
    {
      name: 'server-never-web',
      comment: 'ssr.ts loads the built renderer by its path; what both sides need is in shared/.',
      severity: 'error',
      from: { path: '^server/' },
      to: { path: '^web/' },
    },
    {
      name: 'web-ui-and-lib-at-the-bottom',
      comment: 'web/ui/ and web/lib/ know no feature: pass what they need as props or arguments.',
      severity: 'error',
      from: { path: '^web/(ui|lib)/' },
      to: { path: '^web/(features|pages|app)/' },
    },
    {
      name: 'web-features-below-pages',
      comment: 'Web: ui, lib ← features ← pages ← app.',
      severity: 'error',
      from: { path: '^web/features/' },
      to: { path: '^web/(pages|app)/' },
    },
    {
      name: 'web-pages-below-app',
      comment: 'Web: ui, lib ← features ← pages ← app.',
      severity: 'error',
      from: { path: '^web/pages/' },
      to: { path: '^web/app/' },
    },
    {
      name: 'web-features-import-no-other',
      comment: 'A page joins features through props.',
      severity: 'error',
      from: { path: '^web/features/([^/]+)/' },
      to: { path: '^web/features/([^/]+)/', pathNot: '^web/features/$1/' },
    },
    ...serverLayers.flatMap((layer, index) =>
      layer.map((place) => ({
        name: 'server-layers',
        comment:
          'A file of server/ imports from its own place and from the layers below it: their order is in serverLayers.',
        severity: 'error',
        from: { path: `^server/${place}`, pathNot: '\\.test\\.ts$' },
        to: {
          path: '^server/',
          pathNot: [place, ...serverLayers.slice(0, index).flat()].map((allowed) => `^server/${allowed}`),
        },
      })),
    ),
    {
      name: 'server-features-import-public-only',
      comment: 'Of a sibling, a feature imports <feature>.public.ts only, which names what it offers.',
      severity: 'error',
      from: { path: '^server/features/([^/]+)/', pathNot: '\\.test\\.ts$' },
      to: {
        path: '^server/features/([^/]+)/',
        pathNot: ['^server/features/$1/', '^server/features/([^/]+)/\\1\\.public\\.ts$'],
      },
    },
    {
      name: 'sql-in-db-files',
      comment: 'SQL is in *.db.ts, whose functions take the database first.',
      severity: 'error',
      from: {
        path: '^(server|shared|web)/',
        pathNot: ['\\.db\\.ts$', '^server/db/', '\\.test\\.ts$'],
      },
      to: { path: npm('kysely', 'pg') },
    },
    {
      name: 'http-at-the-edge',
      comment:
        'Requests and sockets end at *.routes.ts, *.socket.ts and server/core/: pass on what was read from them.',
      severity: 'error',
      from: {
        path: '^(server|shared|web)/',
        pathNot: [
          '\\.(routes|socket)\\.ts$',
          '^server/core/',
          '^server/(app|context|ssr|main)\\.ts$',
          '\\.test\\.ts$',
        ],
      },
      to: { path: npm('fastify', 'socket\\.io') },
    },
    {
      name: 'sockets-in-web-lib',
      comment: 'Pages and features use the socket of web/lib/.',
      severity: 'error',
      from: { path: '^web/', pathNot: '^web/lib/' },
      to: { path: npm('socket\\.io-client') },
    },
    {
      name: 'nothing-imports-tests',
      comment: 'Code that tests and the product share belongs to the product.',
      severity: 'error',
      from: { path: '^(server|shared|web)/', pathNot: '\\.test\\.tsx?$' },
      to: { path: ['^tests/', '\\.test\\.tsx?$'] },
    },
    {
      name: 'resolvable',
      comment: 'There is no such file or package.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
  options: {
    // TypeScript 7 has no JavaScript API yet: SWC reads the sources.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '[.](css|woff2|svg)$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs'],
    },
  },
}
