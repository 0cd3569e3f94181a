import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { type Cluster, valuesOf } from './all-hosts.ts'
import { statusOf } from './ask.ts'
import { fillIn, settingsOf } from './template.ts'

const parts = { account: 6202, container: 6201, object: 6200 }

/** Adds OpenStack Swift with its S3 interface to one host: one copy of each file, on one disk. */
export function addStore(cluster: Cluster): void {
  const host = cluster.hosts.s3
  const values = { ...valuesOf(cluster, host), USER: 'root' }
  for (const folder of ['devices/d1', 'recon']) mkdirSync(join(host.folder, folder), { recursive: true })
  for (const [part, port] of Object.entries(parts)) {
    const ring = join(host.folder, `${part}.builder`)
    const build = (...args: string[]) =>
      execFileSync('swift-ring-builder', [ring, ...args], { stdio: 'ignore' })
    build('create', '4', '1', '1')
    build(
      'add',
      '--region',
      '1',
      '--zone',
      '1',
      '--ip',
      '127.0.0.1',
      '--port',
      `${port}`,
      '--device',
      'd1',
      '--weight',
      '1',
    )
    build('rebalance')
    const file = fillIn(`swift/${part}-server.conf`, join(host.folder, `${part}-server.conf`), values)
    // Checked through the proxy below: they listen only inside the host.
    host.add({ name: part, command: [`swift-${part}-server`, file, '--verbose'], isReady: async () => true })
  }
  host.add({
    name: 'memcached',
    command: ['memcached', '-u', 'root', '-l', '127.0.0.1', '-m', '32'],
    isReady: async () => true,
  })
  const file = fillIn('swift/proxy-server.conf', join(host.folder, 'proxy-server.conf'), values)
  host.add({
    name: 'proxy',
    command: ['swift-proxy-server', file, '--verbose'],
    isReady: async () => (await statusOf(`http://${host.address}:8080/healthcheck`)) === 200,
  })
}

/** Creates the bucket of Oja's settings. */
export async function createBucket(cluster: Cluster): Promise<void> {
  const settings = settingsOf('oja.env', {
    ...valuesOf(cluster, cluster.hosts.s3),
    PUBLIC_URL: '',
    WEB_CONCURRENCY: '',
  })
  const { S3_ENDPOINT: endpoint, S3_BUCKET: Bucket, S3_REGION: region } = settings
  const { S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = settings
  const client = new S3Client({
    endpoint,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    maxAttempts: 5,
  })
  await client.send(new CreateBucketCommand({ Bucket }))
  client.destroy()
}
