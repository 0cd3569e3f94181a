import type { Env } from '../env.ts'

/** Where picture files lie: a folder or an S3 bucket. Keys are relative paths such as `photos/<id>/640.webp`. */
export interface PhotoStorage {
  put(key: string, bytes: Buffer, contentType: string): Promise<void>
  get(key: string): Promise<Buffer | null>
  deleteAll(prefix: string): Promise<void>
}

export function createPhotoStorage(_: Env): PhotoStorage {
  throw new Error('to be built')
}
