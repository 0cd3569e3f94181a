import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '#tests/support/free-ports.ts'
import type { RecordedResponse } from './bare.ts'
import type { Child } from './child.ts'
import { childrenTime } from './processor-clocks.ts'

/** nginx with one worker: deploy/nginx.conf in front of Oja, and a static file on another port. */
export interface Nginx extends Pick<Child, 'usage'> {
  /** https, with a certificate of this run. */
  origin: string
  /** Serves /file. */
  fileOrigin: string
  /** The folder of its page cache. */
  pagesFolder: string
  stop(): Promise<void>
}

export function hasNginx(): boolean {
  return process.platform === 'linux' && spawnSync('nginx', ['-v']).status === 0
}

/** Starts nginx in front of an Oja that trusts it as a proxy. `file`: status and headers are sent with the file as with Oja's response. */
export async function startNginx(ojaOrigin: string, file: RecordedResponse): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'oja-nginx-'))
  // The worker runs as another user.
  await chmod(folder, 0o755)
  const [port = 0, filePort = 0, plainPort = 0] = await freePorts(3)
  makeCertificate(folder)
  await writeFile(join(folder, 'file'), file.body)
  const oja = (await readFile('deploy/nginx.conf', 'utf8'))
    .replace(/^ *listen \[::\].*\n/gm, '')
    .replace('listen 80;', `listen 127.0.0.1:${plainPort};`)
    .replace('listen 443 ', `listen 127.0.0.1:${port} `)
    .replace(/^ *server 127\.0\.0\.1:3001 .*\n/m, '')
    .replace('127.0.0.1:3000', new URL(ojaOrigin).host)
    .replace(/\S+fullchain\.pem/, join(folder, 'certificate.pem'))
    .replace(/\S+privkey\.pem/, join(folder, 'key.pem'))
    .replace('/var/cache/oja_pages', join(folder, 'pages'))
    .replace('/var/log/nginx/access.log', join(folder, 'access.log'))
  await writeFile(join(folder, 'nginx.conf'), wrap(folder, `${oja}\n${fileServer(folder, filePort, file)}`))
  const nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-p', folder], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  nginx.stderr.on('data', (piece) => {
    output += piece
  })
  while (!(await isListening(port)))
    if (nginx.exitCode !== null) throw new Error(`nginx ended (${nginx.exitCode}).\n${output}`)
  return {
    origin: `https://127.0.0.1:${port}`,
    fileOrigin: `https://127.0.0.1:${filePort}`,
    pagesFolder: join(folder, 'pages'),
    usage: async () => ({ cpu: childrenTime(nginx.pid ?? 0), rss: 0 }),
    async stop() {
      nginx.kill('SIGTERM')
      if (nginx.exitCode === null) await once(nginx, 'exit')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function makeCertificate(folder: string): void {
  const names = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'certificate.pem')]
  const kind = [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
    '-subj',
    '/CN=localhost',
  ]
  const { status, stderr } = spawnSync('openssl', ['req', '-x509', ...kind, ...names], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`openssl made no certificate.\n${stderr}`)
}

/** What Debian's own nginx.conf sets around the files of conf.d. */
function wrap(folder: string, servers: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'scgi', 'uwsgi']
  return `worker_processes 1; daemon off; pid ${folder}/pid; error_log stderr; events { worker_connections 768; }
http {
  sendfile on; tcp_nopush on; types_hash_max_size 2048; include /etc/nginx/mime.types; default_type application/octet-stream;
  ${temporary.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
${servers}
}
`
}

/** The file with the same headers, over the same TLS and with the same log. */
function fileServer(folder: string, port: number, { headers }: RecordedResponse): string {
  const sent = Object.entries(headers)
    .filter(([name]) => name !== 'content-type')
    .map(([name, value]) => `add_header ${name} "${value.replaceAll(/["\\]/g, '\\$&')}";`)
  return `server {
  listen 127.0.0.1:${port} ssl http2; server_tokens off; gzip off;
  ssl_certificate ${folder}/certificate.pem; ssl_certificate_key ${folder}/key.pem; ssl_protocols TLSv1.2 TLSv1.3;
  access_log ${folder}/file.log combined buffer=64k flush=5s;
  default_type "${headers['content-type']}"; etag off; open_file_cache max=2000 inactive=30s;
  location = /file { root ${folder}; ${sent.join(' ')} }
}`
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    await new Promise((resolve) => setTimeout(resolve, 20))
    return false
  } finally {
    socket.destroy()
  }
}
