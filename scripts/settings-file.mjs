/**
 * Imported by every script that reads settings: `--settings <file>` reads them from a file of lines
 * NAME=value, before they are used. The environment takes precedence. (Node itself reserves the argument
 * --env-file.)
 */
import { readFileSync } from 'node:fs'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { parseEnv } from 'node:util'

/** A value without quotes that contains a # where no comment begins. */
const valueWithHash = /^\s*(export\s+)?\w+\s*=(#|\s*(?!['"`\s#])((?!\s#).)*?[^\s#]#)/

const at = process.argv.findIndex((argument) => /^--settings(=|$)/.test(argument))
if (at > 0) {
  const [, inline] = process.argv[at].split(/=(.*)/s)
  const [, next] = process.argv.splice(at, inline === undefined ? 2 : 1)
  const problem = readSettings(inline ?? next ?? '')
  if (problem) {
    console.error(problem)
    process.exit(1)
  }
}

/** Returns the line to print if the file is unusable, or the certificates that it names. */
function readSettings(file) {
  let text
  try {
    // Without the mark that some editors begin a file with: it would belong to the first name, which is usually NODE_ENV.
    text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '')
  } catch (error) {
    return `The settings in ${file || 'the file after --settings'} cannot be read: ${reasonOf(error)}. The user that Oja runs as must be able to read it (chgrp oja, chmod 640).`
  }
  // Node would treat the rest of such a line as a comment, and Oja would run with half a password.
  const cut = text.split('\n').findIndex((line) => valueWithHash.test(line))
  if (cut >= 0) return `Line ${cut + 1} of ${file} has # in a value: write the value in double quotes.`
  const before = process.env.NODE_EXTRA_CA_CERTS
  for (const [name, value] of Object.entries(parseEnv(text))) process.env[name] ??= value
  const authorities = process.env.NODE_EXTRA_CA_CERTS
  // Node itself read this setting before the file was loaded.
  if (!authorities || authorities === before) return
  try {
    setDefaultCACertificates([...getCACertificates('default'), readFileSync(authorities, 'utf8')])
  } catch (error) {
    return `The certificates in ${authorities} (NODE_EXTRA_CA_CERTS) cannot be used: ${reasonOf(error)}.`
  }
}

function reasonOf({ code, message }) {
  return { EACCES: 'permission denied', ENOENT: 'there is no such file' }[code] ?? message
}
