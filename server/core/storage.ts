import { constants, existsSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { AppError } from '#shared/errors.ts'
import type { Env } from '../env.ts'
import { StartupError } from '../lib/startup-error.ts'

/**
 * Storage of picture files: a folder or an S3 bucket. Keys are relative paths such as `photos/<id>/640.webp`.
 */
export interface PhotoStorage {
  /** Resolves when the file is durable: a power failure does not lose it. */
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  /** Returns the bytes, or null if there is no such file; throws on any other failure, UNAVAILABLE for a bucket. */
  get(key: string): Promise<Buffer | null>
  /** Rejects if reading or writing is impossible at the moment. */
  probe(): Promise<void>
  /**
   * Deletes every file below a folder, such as `photos/<id>`; succeeds if there is none. Rejects if DATA_DIR has no `media`: the pictures
   * are then on another machine, and the caller must keep their rows.
   */
  deleteAll(prefix: string): Promise<void>
}

/** `DATA_DIR/media`, or the bucket of the S3_* settings. Connects at the first call. */
export function createPhotoStorage(env: Env): PhotoStorage {
  let opened: Promise<Disk> | undefined
  const disk = () => {
    opened ??= env.S3_BUCKET ? openBucket(env, env.S3_BUCKET) : openFolder(env)
    return opened
  }
  return {
    async put(key, bytes, contentType) {
      try {
        await (await disk()).put(key, bytes, { contentType, cacheControl: immutable, flush: true })
      } catch (error) {
        throw env.S3_BUCKET ? bucketUnavailable(error) : error
      }
    },
    async get(key) {
      try {
        return Buffer.from(await (await disk()).getBytes(key))
      } catch (error) {
        if (isMissing(error)) return null
        throw env.S3_BUCKET ? bucketUnavailable(error) : error
      }
    },
    async probe() {
      if (env.S3_BUCKET) await (await disk()).exists('probe')
      else await probeFolder(env)
    },
    async deleteAll(prefix) {
      const folder = mediaFolder(env)
      if (!env.S3_BUCKET && !existsSync(folder))
        throw new StartupError(
          `There is no folder ${folder} to delete pictures from.`,
          'Give this process the DATA_DIR of the web processes, or use a bucket.',
        )
      await (await disk()).deleteAll(prefix)
    },
  }
}

/** Rejects if nothing can be written there: a disk with errors becomes read-only. The first upload makes the folder. */
async function probeFolder(env: Env): Promise<void> {
  const folder = mediaFolder(env)
  await access(existsSync(folder) ? folder : env.DATA_DIR, constants.W_OK)
}

const mediaFolder = ({ DATA_DIR }: Env) => join(DATA_DIR, 'media')

/** The content of a picture's address never changes. */
export const immutable = 'public, max-age=31536000, immutable'

async function openFolder(env: Env): Promise<Disk> {
  return new Disk(new FSDriver({ location: mediaFolder(env), visibility: 'public' }))
}

/** The S3 client is large, so it is loaded only if a bucket is set. */
async function openBucket(env: Env, bucket: string): Promise<Disk> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  return new Disk(
    new S3Driver({
      bucket,
      region: env.S3_REGION,
      endpoint: env.S3_ENDPOINT,
      // Few hosts other than Amazon have a subdomain for each bucket.
      forcePathStyle: env.S3_ENDPOINT !== undefined,
      credentials:
        env.S3_ACCESS_KEY_ID && env.S3_SECRET_ACCESS_KEY
          ? { accessKeyId: env.S3_ACCESS_KEY_ID, secretAccessKey: env.S3_SECRET_ACCESS_KEY }
          : undefined,
      // Pictures are served through this server, so the bucket stays private and needs no access lists.
      visibility: 'private',
      supportsACL: false,
      // Many S3-compatible hosts do not support checksums beyond the required ones.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      maxAttempts: 3,
      requestHandler: { connectionTimeout: 5000, requestTimeout: 30_000 },
    }),
  )
}

/** Whatever a bucket fails with, such as a wrong key, concerns every picture until somebody mends it: a 503, which is logged once for all. */
function bucketUnavailable(cause: unknown): AppError {
  const message = 'Pictures cannot be reached right now. Please try again in a moment.'
  return Object.assign(new AppError('UNAVAILABLE', message, { retryAfter: 5 }), { cause })
}

function isMissing(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  if (!(cause instanceof Error)) return false
  return ('code' in cause && cause.code === 'ENOENT') || cause.name === 'NoSuchKey'
}
