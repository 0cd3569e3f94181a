import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Cluster } from './all-hosts.ts'
import { accepts } from './ask.ts'

const program = fileURLToPath(new URL('../support/mail-server.ts', import.meta.url))

/** Adds a mail server to its host that stores mails as files for tests/support/sent-mail.ts. */
export function addMail(cluster: Cluster): void {
  const host = cluster.hosts.mail
  const key = join(host.folder, 'mail.key')
  const certificateOptions = [
    '-x509',
    '-nodes',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-days',
    '2',
  ]
  const names = ['-subj', '/CN=mail', '-addext', `subjectAltName=IP:${host.address}`]
  execFileSync(
    'openssl',
    ['req', ...certificateOptions, ...names, '-keyout', key, '-out', mailCertificate(cluster)],
    {
      stdio: 'ignore',
    },
  )
  host.add({
    name: 'mail',
    command: [process.execPath, program, host.address, '465', host.folder],
    isReady: () => accepts(host.address, 465),
  })
}

/** The certificate that the nodes must trust in addition to the public ones. */
export const mailCertificate = ({ hosts }: Cluster) => join(hosts.mail.folder, 'mail.crt')
