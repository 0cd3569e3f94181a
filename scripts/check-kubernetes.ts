/**
 * Checks deploy/kubernetes against the schemas of the Kubernetes API, for machines without a cluster (with
 * one: `kubectl apply --dry-run=server -f deploy/kubernetes/oja.yaml`).
 */
import { readFile } from 'node:fs/promises'
import { parseAllDocuments } from 'yaml'

interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string }
}
type Model = new (manifest: Manifest) => { validate(): void }

const documents = parseAllDocuments(await readFile('deploy/kubernetes/oja.yaml', 'utf8'))
let wrong = 0
for (const document of documents) {
  const manifest = document.toJS() as Manifest
  const { apiVersion, kind, metadata } = manifest
  try {
    const models = (await import(`kubernetes-models/${apiVersion}`)) as Record<string, Model | undefined>
    const Kind = models[kind]
    if (!Kind) throw new Error(`there is no such kind in ${apiVersion}`)
    new Kind(manifest).validate()
  } catch (error) {
    wrong += 1
    console.error(`${kind} ${metadata.name}: ${(error as Error).message}`)
  }
}
console.log(`kubernetes: ${documents.length - wrong} of ${documents.length} manifests valid`)
process.exitCode = wrong > 0 || documents.length === 0 ? 1 : 0
