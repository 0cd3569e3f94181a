import React from 'react'
import type { Plugin } from 'vite'

const moduleId = '\0react'
const names = Object.keys(React)

/**
 * Bundles React as an ES module, so that `useState` is a variable. React is published as CommonJS, and where one dependency imports it as a
 * whole (`import * as React`), rolldown lets every module read every export through a getter at each use
 * (https://github.com/rolldown/rolldown/issues/8719).
 */
export function reactModule(): Plugin {
  return {
    name: 'react-module',
    apply: 'build',
    enforce: 'pre',
    resolveId: (id, importer, { kind }) =>
      id === 'react' && kind === 'import-statement' && importer !== moduleId ? moduleId : undefined,
    load: (id) =>
      id === moduleId
        ? `import React from 'react'\nexport default React\nexport const { ${names.join(', ')} } = React`
        : undefined,
  }
}
