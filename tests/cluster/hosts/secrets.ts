import { randomBytes } from 'node:crypto'

const secret = () => randomBytes(18).toString('base64url')

/** The values that the examples of deploy/cluster leave to the operator. */
export function makeSecrets() {
  return {
    SUPERUSER_PASSWORD: secret(),
    REPLICATION_PASSWORD: secret(),
    REWIND_PASSWORD: secret(),
    OJA_PASSWORD: secret(),
    REDIS_PASSWORD: secret(),
    S3_SECRET: secret(),
    SECRET_KEY: randomBytes(32).toString('base64'),
  }
}

export type Secrets = ReturnType<typeof makeSecrets>
