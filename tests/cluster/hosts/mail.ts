import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { accepts } from './ask.ts'
import type { Cluster } from './cluster.ts'

const program = fileURLToPath(new URL('../support/mail-server.ts', import.meta.url))

/** Puts a mail server on its host that keeps what it takes, as files that tests/support/outbox.ts reads. */
export function addMail(cluster: Cluster): void {
  const host = cluster.hosts.mail
  const key = join(host.folder, 'mail.key')
  const wanted = ['-x509', '-nodes', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-days', '2']
  const names = ['-subj', '/CN=mail', '-addext', `subjectAltName=IP:${host.address}`]
  execFileSync('openssl', ['req', ...wanted, ...names, '-keyout', key, '-out', mailCertificate(cluster)], {
    stdio: 'ignore',
  })
  host.add({
    name: 'mail',
    command: [process.execPath, program, host.address, '465', host.folder],
    isReady: () => accepts(host.address, 465),
  })
}

/** Whom the nodes have to trust, beside those that everybody trusts. */
export const mailCertificate = ({ hosts }: Cluster) => join(hosts.mail.folder, 'mail.crt')
