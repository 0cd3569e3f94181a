/**
 * Checks deploy/kubernetes against the schemas of the Kubernetes API, for machines without a cluster:
 *   npm exec --package=kubernetes-models --package=yaml -- node scripts/check-kubernetes.mjs
 * (with a cluster: `kubectl apply --dry-run=server -f deploy/kubernetes/oja.yaml`)
 */
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// npm exec puts the folder of what it fetched first; what is installed here already it does not fetch again.
const places = (process.env.PATH ?? '').split(delimiter).filter((path) => path.endsWith('node_modules/.bin'))

function load(file) {
  const path = places.map((place) => join(place, '..', file)).find(existsSync)
  if (!path) throw new Error(`${file} was not found: is it of this API, and run as the first lines here say?`)
  return import(pathToFileURL(path).href)
}

const { parseAllDocuments } = (await load('yaml/dist/index.js')).default
let wrong = 0
const documents = parseAllDocuments(
  readFileSync(new URL('../deploy/kubernetes/oja.yaml', import.meta.url), 'utf8'),
)
for (const document of documents) {
  const manifest = document.toJS()
  const { apiVersion, kind, metadata } = manifest
  try {
    const { [kind]: Model } = await load(`kubernetes-models/${apiVersion}/${kind}.js`)
    new Model(manifest).validate()
    console.log(`${kind} ${metadata.name}: valid`)
  } catch (error) {
    wrong += 1
    console.log(`${kind} ${metadata.name}: ${error.message}`)
  }
}
console.log(`${documents.length - wrong} valid, ${wrong} not`)
process.exitCode = wrong > 0 ? 1 : 0
